import { readdir } from 'node:fs/promises'
import { toRfc3339 } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import type { hostProcessesList } from '@vedette/proto/operations'
import type { z } from 'zod'
import { toHostError } from '../errors.ts'
import { isAbsent, readDetail, readText, toPath } from '../files.ts'
import { findNumber, parseColonLines, parseUsers, toBytes } from './key-values.ts'

export type Process = z.output<typeof hostProcessesList.output>['processes'][number]

// Ticks of a second in which the kernel counts processor time for everyone to read.
const TICKS = 100
const AT_ONCE = 32

const STATE_WORDS: Readonly<Record<string, string>> = Object.freeze({
  R: 'running',
  S: 'sleeping',
  D: 'disk_sleep',
  T: 'stopped',
  t: 'stopped',
  Z: 'zombie',
  I: 'idle',
})

// Reads the whole process table. Processes that end meanwhile are left out; one that may not be read is an error.
export async function readProcesses(root: string, now: number): Promise<readonly Process[]> {
  const pids = await listPids(root)
  const bootedAt = findNumber(await readText(root, '/proc/stat'), 'btime')
  const users = parseUsers(await readDetail(root, '/etc/passwd'))
  const rows: Process[] = []
  for (let at = 0; at < pids.length; at += AT_ONCE) {
    const read = pids.slice(at, at + AT_ONCE).map((pid) => readProcess(root, pid, { bootedAt, now, users }))
    rows.push(...(await Promise.all(read)).filter((one) => one !== null))
  }
  return rows
}

// The numbers of all processes, in no order.
export async function listPids(root: string): Promise<readonly string[]> {
  try {
    return (await readdir(toPath(root, '/proc'))).filter((name) => /^\d+$/.test(name))
  } catch (error) {
    throw toHostError(error, 'list /proc')
  }
}

// Tells whether /proc hides the processes of other users from us: then its list is not whole.
export function hidesProcesses(mountTable: string, uid: number): boolean {
  const options = / \/proc [^\n]* - proc \S+ (\S+)/.exec(mountTable)?.[1] ?? ''
  return uid !== 0 && /(?:^|,)hidepid=(?!0|off)/.test(options)
}

type Around = Readonly<{ bootedAt: number | null; now: number; users: ReadonlyMap<string, string> }>

async function readProcess(root: string, pid: string, around: Around): Promise<Process | null> {
  try {
    const [stat, status, command] = await Promise.all([
      readText(root, `/proc/${pid}/stat`),
      readText(root, `/proc/${pid}/status`),
      readText(root, `/proc/${pid}/cmdline`),
    ])
    return toProcess({ stat, status, command }, around)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

// Makes a row of the three texts of one process; the name in `stat` may itself hold spaces and brackets.
export function toProcess(
  texts: Readonly<{ stat: string; status: string; command: string }>,
  { bootedAt, now, users }: Around,
): Process {
  const { stat, status, command } = texts
  const open = stat.indexOf('(')
  const close = stat.lastIndexOf(')')
  const fields = stat.slice(close + 2).split(' ')
  const ticks = (index: number) => Number(fields[index]) / TICKS
  if (open === -1 || close === -1 || fields.length < 20)
    throw new SourceError('unusable', { why: 'unparseable' })
  const lines = parseColonLines(status)
  const startedAt = bootedAt === null ? null : bootedAt * 1000 + ticks(19) * 1000
  const cpu = ticks(11) + ticks(12)
  const alive = startedAt === null ? 0 : (now - startedAt) / 1000
  const uid = lines.get('Uid')?.split(/\s/)[0]
  return {
    pid: Number(stat.slice(0, open)),
    parent_pid: Number(fields[1]),
    name: stat.slice(open + 1, close),
    command: command === '' ? null : command.replace(/\0+$/, '').replaceAll('\0', ' '),
    user: uid === undefined ? null : (users.get(uid) ?? uid),
    state: STATE_WORDS[fields[0] ?? ''] ?? 'other',
    cpu_percent: alive > 0 ? Math.round((cpu / alive) * 1000) / 10 : null,
    cpu_seconds: cpu,
    memory_bytes: toBytes(lines, 'VmRSS'),
    threads: Number(fields[17]),
    started_at: startedAt === null ? null : toRfc3339(startedAt),
  }
}
