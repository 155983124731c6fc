import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hidesProcesses, toProcess } from './processes.ts'

const around = { bootedAt: 1000, now: 1_000_000 + 200_000, users: new Map() }

test('/proc that hides processes is noticed, unless we are root', () => {
  const table = (options: string) =>
    `1 0 8:1 / / rw - ext4 /dev/sda1 rw\n21 25 0:19 / /proc rw,nosuid - proc proc ${options}\n`
  for (const options of [
    'rw,hidepid=2',
    'rw,hidepid=invisible,gid=4',
    'hidepid=1',
    'rw,hidepid=ptraceable',
  ]) {
    assert.equal(hidesProcesses(table(options), 1000), true, options)
    assert.equal(hidesProcesses(table(options), 0), false, options)
  }
  for (const options of ['rw', 'rw,hidepid=0', 'rw,hidepid=off'])
    assert.equal(hidesProcesses(table(options), 1000), false)
})

test('processor time is averaged over the life of the process', () => {
  const stat = `7 (a) R 1 7 7 0 -1 0 0 0 0 0 4000 1000 0 0 20 0 2 0 10000 0 0`
  const row = toProcess({ stat, status: 'Uid:\t5 5 5 5', command: 'a\0' }, around)
  assert.deepEqual([row.cpu_seconds, row.cpu_percent, row.started_at], [50, 50, '1970-01-01T00:18:20Z'])
})

test('a text that is no stat is unusable, never a process of zeros', () => {
  for (const stat of ['', '7 (a', '7 (a) R 1'])
    assert.throws(() => toProcess({ stat, status: '', command: '' }, around), { state: 'unusable' }, stat)
})
