import { open, readdir } from 'node:fs/promises'
import { matchVisible, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { readMachineId } from '../client.ts'
import { type CommandCall, readLines } from '../command.ts'
import { toHostError } from '../errors.ts'
import { isAbsent, toPath } from '../files.ts'
import type { LogAnswer, LogLine, LogQuestion } from '../operations/logs-search.ts'
import { cutMessage } from './log-lines.ts'

const SEVERITIES = ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'] as const
const FIELDS = 'MESSAGE,PRIORITY,_SYSTEMD_UNIT,SYSLOG_IDENTIFIER,_PID'
const FOLDERS = ['/var/log/journal', '/run/log/journal'] as const
const SCAN_CHARS = 64 * 1024 * 1024
const MISSING = 'group systemd-journal'

// Searches the host's journal through journalctl, newest first. Throws `not_served` where there is no journal and
// `forbidden` where none of its files may be read; a file that may not be read is a part of its own.
export async function searchJournal(question: LogQuestion, unit: string | undefined): Promise<LogAnswer> {
  const { root, isLinux } = question.client
  if (!isLinux) throw new SourceError('not_served', { why: 'no_journal' })
  const { readable, refused } = await findJournals(root)
  if (readable === 0 && refused === 0) throw new SourceError('not_served', { why: 'no_journal' })
  const forbidden = new SourceError('forbidden', { missing: MISSING })
  if (readable === 0) throw forbidden
  const fullUnit = unit === undefined || /\.[a-z]+$/.test(unit) ? unit : `${unit}.service`
  const seen = await collect(question, fullUnit)
  const doubt = seen.cut === undefined ? await findDoubt(question, fullUnit, seen) : {}
  return {
    ...seen,
    ...doubt,
    ...(refused === 0 ? {} : { unread: [{ name: 'journal_files', error: forbidden }] }),
  }
}

async function findJournals(root: string): Promise<Readonly<{ readable: number; refused: number }>> {
  const id = await readMachineId(root)
  let readable = 0
  let refused = 0
  for (const folder of FOLDERS.map((one) => (id === null ? one : `${one}/${id}`))) {
    const names = await readdir(toPath(root, folder)).catch((error: unknown) => {
      if (isAbsent(error)) return []
      if (toHostError(error, MISSING).state !== 'forbidden') throw toHostError(error, MISSING)
      refused++
      return []
    })
    for (const name of names.filter((one) => one.endsWith('.journal'))) {
      const isReadable = await open(toPath(root, `${folder}/${name}`)).then(
        async (file) => file.close().then(() => true),
        () => false,
      )
      if (isReadable) readable++
      else refused++
    }
  }
  return { readable, refused }
}

// Position in the journal, newest first: a microsecond, and how many of its entries were already looked at.
type Position = Readonly<{ usec: number; skip: number }>

async function collect(question: LogQuestion, unit: string | undefined): Promise<LogAnswer> {
  const { from, to, match, limit } = question
  const start =
    question.cursor === undefined ? { usec: to * 1000 + 999, skip: 0 } : parsePosition(question.cursor)
  const lines: LogLine[] = []
  let last: Position = start
  let skipped = 0
  let scanned = 0
  let cap: 'rows' | 'bytes' | undefined
  const args = [
    `--since=@${toSeconds(from * 1000)}`,
    `--until=@${toSeconds(start.usec)}`,
    '--reverse',
    '--all',
    '--output=json',
    `--output-fields=${FIELDS}`,
  ]
  await readLines(toCall(question, [...args, ...(unit === undefined ? [] : [`--unit=${unit}`])]), (text) => {
    scanned += text.length
    if (scanned > SCAN_CHARS) cap = 'bytes'
    const entry = cap === undefined ? parseEntry(text) : undefined
    if (entry === undefined) return cap === undefined ? 'more' : 'stop'
    if (entry.usec === start.usec && skipped < start.skip) {
      skipped++
      return 'more'
    }
    const isWanted = matchVisible(question, entry.line.message, match)
    if (isWanted && lines.length === limit) {
      cap = 'rows'
      return 'stop'
    }
    if (isWanted) lines.push(entry.line)
    last = { usec: entry.usec, skip: entry.usec === last.usec ? last.skip + 1 : 1 }
    return 'more'
  })
  return { lines, ...(cap === undefined ? {} : { cut: { cap, cursor: `j${last.usec}.${last.skip}` } }) }
}

// What keeps the answer from standing for the whole window: entries at or before its start must be held.
async function findDoubt(
  question: LogQuestion,
  unit: string | undefined,
  seen: LogAnswer,
): Promise<Pick<LogAnswer, 'gap' | 'unproven'>> {
  let isCovered = false
  const until = `--until=@${toSeconds(question.from * 1000)}`
  await readLines(
    toCall(question, ['--lines=1', until, '--output=json', '--output-fields=PRIORITY']),
    (line) => {
      isCovered = parseEntry(line) !== undefined
      return 'stop'
    },
  )
  if (!isCovered) return { gap: 'window_not_covered' }
  if (unit === undefined || seen.lines.length > 0) return {}
  let isKnown = false
  await readLines(toCall(question, ['--field=_SYSTEMD_UNIT']), (line) => {
    isKnown = line === unit
    return isKnown ? 'stop' : 'more'
  })
  return isKnown ? {} : { unproven: 'unit_unknown' }
}

function toCall({ client, signal }: LogQuestion, args: readonly string[]): CommandCall {
  const place = client.root === '/' ? [] : [`--root=${client.root}`]
  return {
    ports: client.ports,
    root: client.root,
    file: 'journalctl',
    args: ['--quiet', '--no-pager', ...place, ...args],
    signal,
    missing: MISSING,
  }
}

function parseEntry(text: string): Readonly<{ usec: number; line: LogLine }> | undefined {
  if (text === '') return undefined
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(text)
  } catch {
    throw new SourceError('unusable', { why: 'unparseable' })
  }
  const usec = Number(entry.__REALTIME_TIMESTAMP)
  if (!Number.isSafeInteger(usec)) throw new SourceError('unusable', { why: 'unparseable' })
  const pid = Number(entry._PID)
  return {
    usec,
    line: {
      at: toRfc3339(Math.floor(usec / 1000)),
      unit: toText(entry._SYSTEMD_UNIT),
      severity: SEVERITIES[Number(entry.PRIORITY ?? Number.NaN)] ?? null,
      process: toText(entry.SYSLOG_IDENTIFIER),
      pid: Number.isInteger(pid) && entry._PID !== undefined ? pid : null,
      ...cutMessage(toText(entry.MESSAGE) ?? ''),
    },
  }
}

// A field is text, bytes when it is not UTF-8, or a list when it stands several times.
function toText(field: unknown): string | null {
  if (typeof field === 'string') return field
  if (!Array.isArray(field)) return null
  if (field.every((one) => typeof one === 'number')) return Buffer.from(field).toString()
  return toText(field[0])
}

function parsePosition(cursor: string): Position {
  const match = /^j(\d{1,16})\.(\d{1,9})$/.exec(cursor)
  if (match !== null) return { usec: Number(match[1]), skip: Number(match[2]) }
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this search gave',
    fix: 'leave cursor out to start at the newest line',
  })
}

function toSeconds(usec: number): string {
  return `${Math.floor(usec / 1_000_000)}.${String(usec % 1_000_000).padStart(6, '0')}`
}
