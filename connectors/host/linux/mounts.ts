// One line of the mount table.
export type Mount = Readonly<{
  id: string
  // The mount whose tree this one hangs in.
  parent: string
  mount: string
  // Which directory of the file system is mounted there.
  source: string
  device: string
  // Major and minor number: the same for every mount of one file system.
  dev: string
  type: string
  readOnly: boolean
}>

// File systems without storage of their own, as df leaves them out.
const PSEUDO: ReadonlySet<string> = new Set([
  'autofs',
  'debugfs',
  'devfs',
  'devpts',
  'fuse.portal',
  'fusectl',
  'ignore',
  'kernfs',
  'mqueue',
  'none',
  'proc',
  'rpc_pipefs',
  'subfs',
  'sysfs',
])

const REMOTE: ReadonlySet<string> = new Set([
  '9p',
  'acfs',
  'afs',
  'auristorfs',
  'ceph',
  'cifs',
  'coda',
  'fhgfs',
  'glusterfs',
  'gpfs',
  'ibrix',
  'lustre',
  'nfs',
  'nfs4',
  'ocfs2',
  'smb3',
  'smbfs',
  'vxfs',
])

// Reads the text of /proc/<pid>/mountinfo; lines that are none are left out.
export function parseMountInfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ', 2)
    const [id, parent, dev, source, mount, options] = before?.split(' ') ?? []
    const [type, device, superOptions = ''] = after?.split(' ') ?? []
    if (
      id === undefined ||
      parent === undefined ||
      dev === undefined ||
      source === undefined ||
      mount === undefined ||
      type === undefined
    )
      return []
    const readOnly = hasReadOnly(options ?? '') || hasReadOnly(superOptions)
    return [
      {
        id,
        parent,
        mount: unescapeOctal(mount),
        source: unescapeOctal(source),
        device: unescapeOctal(device ?? ''),
        dev,
        type,
        readOnly,
      },
    ]
  })
}

// Tells whether asking this file system may wait for another machine.
export function isRemote({ device, type }: Mount): boolean {
  return REMOTE.has(type) || type.startsWith('fuse.') || device.includes(':') || device.startsWith('//')
}

// One mount for each file system that df would show: pseudo ones and those under another mount left out, and of
// one file system's mounts the one nearest its root.
export function selectMounts(table: readonly Mount[]): readonly Mount[] {
  const visible = table.filter((one) => !isHidden(one, table))
  const chosen: Mount[] = []
  for (const one of visible) {
    if (PSEUDO.has(one.type)) continue
    const at = chosen.findIndex((other) => other.dev === one.dev)
    const seen = chosen[at]
    if (seen === undefined || (isRemote(one) && isRemote(seen) && one.device !== seen.device))
      chosen.push(one)
    else if (isBetter(one, seen)) chosen.splice(at, 1, one)
  }
  return chosen
}

// A mount is hidden when another stands on its very place, or on a folder that leads to it.
function isHidden(one: Mount, table: readonly Mount[]): boolean {
  const isCovered = table.some((other) => other.parent === one.id && other.mount === one.mount)
  if (isCovered) return true
  const isPassed = table.some(
    (other) => other.parent === one.parent && other.id !== one.id && isAbove(other.mount, one.mount),
  )
  if (isPassed) return true
  const parent = table.find((other) => other.id === one.parent && other.id !== one.id)
  return parent !== undefined && parent.mount !== one.mount && isHidden(parent, table)
}

function isAbove(folder: string, path: string): boolean {
  return folder !== path && path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

function isBetter(one: Mount, seen: Mount): boolean {
  if (one.device.includes('/') && !seen.device.includes('/')) return true
  return seen.mount.length > one.mount.length && seen.source.length >= one.source.length
}

function hasReadOnly(options: string): boolean {
  return options.split(',').includes('ro')
}

function unescapeOctal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  )
}
