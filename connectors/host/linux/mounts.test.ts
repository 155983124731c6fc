import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { isRemote, parseMountInfo, selectMounts } from './mounts.ts'

const TABLE = `21 25 0:19 / /proc rw,nosuid shared:12 - proc proc rw
25 1 8:1 / / rw,relatime shared:1 master:2 - ext4 /dev/sda1 rw,errors=remount-ro
27 25 8:17 / /mnt/a\\040b\\134c ro,relatime - xfs /dev/sdb1 rw
29 25 0:50 / /mnt/nas rw - nfs4 nas:/export ro,vers=4
a broken line
`

test('the mount table gives places, devices and read-only, with escapes undone', () => {
  assert.deepEqual(parseMountInfo(TABLE), [
    {
      id: '21',
      parent: '25',
      mount: '/proc',
      source: '/',
      device: 'proc',
      dev: '0:19',
      type: 'proc',
      readOnly: false,
    },
    {
      id: '25',
      parent: '1',
      mount: '/',
      source: '/',
      device: '/dev/sda1',
      dev: '8:1',
      type: 'ext4',
      readOnly: false,
    },
    {
      id: '27',
      parent: '25',
      mount: '/mnt/a b\\c',
      source: '/',
      device: '/dev/sdb1',
      dev: '8:17',
      type: 'xfs',
      readOnly: true,
    },
    {
      id: '29',
      parent: '25',
      mount: '/mnt/nas',
      source: '/',
      device: 'nas:/export',
      dev: '0:50',
      type: 'nfs4',
      readOnly: true,
    },
  ])
})

test('network file systems are told from local ones', () => {
  const remote = parseMountInfo(TABLE).filter(isRemote)
  assert.deepEqual(
    remote.map((one) => one.mount),
    ['/mnt/nas'],
  )
})

const SHOWN: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a bind mount of a folder is the file system that is already shown',
    '25 1 8:1 / / rw - ext4 /dev/sda1 rw\n28 25 8:1 /srv /bind rw - ext4 /dev/sda1 rw',
    ['/'],
  ],
  [
    'the root of a file system wins over a folder of it that is mounted deeper',
    '28 25 8:1 /srv /bind/deep rw - ext4 /dev/sda1 rw\n25 1 8:1 / /data rw - ext4 /dev/sda1 rw',
    ['/data'],
  ],
  [
    'of two mounts of one root the one nearer the top wins',
    '28 25 8:1 / /mnt/deep rw - ext4 /dev/sda1 rw\n25 1 8:1 / /mnt rw - ext4 /dev/sda1 rw',
    ['/mnt'],
  ],
  [
    'what was mounted over is not shown',
    '28 25 0:40 / /mnt rw - tmpfs one rw\n29 28 0:41 / /mnt rw - tmpfs two rw',
    ['/mnt'],
  ],
  [
    'a mount below a folder that was mounted over is not shown',
    '25 1 8:1 / / rw - ext4 /dev/sda1 rw\n28 25 0:40 / /mnt/a/b rw - tmpfs one rw\n29 25 0:41 / /mnt rw - tmpfs two rw',
    ['/', '/mnt'],
  ],
  [
    'two exports of one server stay apart',
    '28 25 0:40 / /a rw - nfs nas:/a rw\n29 25 0:40 / /b rw - nfs nas:/b rw',
    ['/a', '/b'],
  ],
  ['pseudo file systems are left out', '28 25 0:3 / /sys rw - sysfs sysfs rw', []],
]

for (const [title, table, shown] of SHOWN) {
  test(title, () => {
    assert.deepEqual(
      selectMounts(parseMountInfo(table)).map((one) => one.mount),
      shown,
    )
  })
}

// In a mount namespace of its own: binds, mounts over mounts, and names with spaces.
const SCRIPT = `set -e
mount -t tmpfs -o size=1m base /mnt && mkdir -p "/mnt/a b" /mnt/bind /mnt/over /mnt/deep/er
mount -t tmpfs -o size=2m spaced "/mnt/a b" && mkdir "/mnt/a b/inner"
mount --bind "/mnt/a b/inner" /mnt/bind
mount -t tmpfs -o size=3m under /mnt/over && mount -t tmpfs -o size=4m top /mnt/over
mount --bind /mnt/over /mnt/deep/er
cat /proc/self/mountinfo; echo ======; df -B1 --output=target`

function canMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const NO_MOUNTS = canMount() ? {} : { skip: 'may not make a mount namespace' }

test('in a tangle of mounts the choice is that of df (needs the right to mount)', NO_MOUNTS, () => {
  const output = execFileSync('unshare', ['-m', 'sh', '-c', SCRIPT], { encoding: 'utf8' })
  const [table = '', listing = ''] = output.split('======\n')
  const shown = listing
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
  const chosen = selectMounts(parseMountInfo(table))
    .filter((one) => !one.type.startsWith('cgroup'))
    .map((one) => one.mount)
  assert.deepEqual(chosen.toSorted(), shown.toSorted())
})
