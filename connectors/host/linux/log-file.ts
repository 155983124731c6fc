import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { matchVisible, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { toHostError } from '../errors.ts'
import { toPath } from '../files.ts'
import type { LogAnswer, LogLine, LogQuestion } from '../operations/logs-search.ts'
import { cutMessage, parseLineTime } from './log-lines.ts'

// The newest part of a file that one call looks through.
export const REGION_BYTES = 8 * 1024 * 1024
// No links, so that a listed name cannot be turned to another file; no waiting for a pipe's writer.
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

// Searches one log file from its end. A line without a time of its own belongs to the line before it. The caller
// has checked that the configuration lists `path`. Throws SourceError; a pipe, link or binary file is `unusable`.
export async function searchLogFile(question: LogQuestion, path: string): Promise<LogAnswer> {
  const file = await open(toPath(question.client.root, path), FLAGS).catch((error: unknown) => {
    throw toHostError(error, `read ${path}`)
  })
  try {
    return select(await readRegion(file, question.cursor), question)
  } catch (error) {
    throw error instanceof ArgumentError ? error : toHostError(error, `read ${path}`)
  } finally {
    await file.close()
  }
}

type Region = Readonly<{ inode: number; start: number; bytes: Buffer }>

async function readRegion(file: FileHandle, cursor: string | undefined): Promise<Region> {
  const facts = await file.stat()
  if (!facts.isFile()) throw new SourceError('unusable', { why: 'unexpected_kind' })
  const end = cursor === undefined ? facts.size : parseEnd(cursor, facts)
  const from = Math.max(0, end - REGION_BYTES)
  const bytes = Buffer.alloc(end - from)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
  const seen = bytes.subarray(0, bytesRead)
  if (seen.includes(0)) throw new SourceError('unusable', { why: 'unexpected_kind' })
  // A region that does not begin the file begins inside a line, which belongs to the region before.
  const skip = from === 0 ? 0 : seen.indexOf(0x0a) + 1
  return { inode: facts.ino, start: from + skip, bytes: seen.subarray(skip) }
}

type Placed = Readonly<{ offset: number; at: number | null; text: string }>

function select({ inode, start, bytes }: Region, question: LogQuestion): LogAnswer {
  const { from, to, match, limit, now } = question
  const placed = place(bytes, start, now)
  const first = placed.find((one) => one.at !== null)?.at ?? null
  const isTimed = first !== null
  // Newest first, and one more than are told: no line is looked in for nothing.
  const wanted: Placed[] = []
  for (let index = placed.length - 1; index >= 0 && wanted.length <= limit; index--) {
    const one = placed[index]
    if (one === undefined || !(one.at === null ? !isTimed : one.at >= from && one.at <= to)) continue
    if (matchVisible(question, one.text, match)) wanted.push(one)
  }
  const lines = wanted.slice(0, limit)
  const oldest = lines.at(-1)
  const toCursor = (offset: number) => `f${inode}.${offset}`
  const rows = lines.map(toLine)
  if (wanted.length > limit && oldest !== undefined)
    return { lines: rows, cut: { cap: 'rows', cursor: toCursor(oldest.offset) } }
  const isCovered = isTimed && first <= from
  if (!isCovered && start > 0) return { lines: rows, cut: { cap: 'bytes', cursor: toCursor(start) } }
  if (!isTimed && placed.length > 0) return { lines: rows, gap: 'no_timestamps' }
  return { lines: rows, ...(isCovered ? {} : { gap: 'window_not_covered' as const }) }
}

function place(bytes: Buffer, start: number, now: number): readonly Placed[] {
  const placed: Placed[] = []
  let at: number | null = null
  for (let begin = 0; begin < bytes.length; ) {
    const newline = bytes.indexOf(0x0a, begin)
    const end = newline === -1 ? bytes.length : newline
    const text = bytes.toString('utf8', begin, end).replace(/\r$/, '')
    at = parseLineTime(text, now) ?? at
    if (text !== '') placed.push({ offset: start + begin, at, text })
    begin = end + 1
  }
  return placed
}

function toLine({ at, text }: Placed): LogLine {
  const message = cutMessage(text)
  return {
    at: at === null ? null : toRfc3339(at),
    unit: null,
    severity: null,
    process: null,
    pid: null,
    ...message,
  }
}

function parseEnd(cursor: string, facts: Readonly<{ ino: number; size: number }>): number {
  const match = /^f(\d+)\.(\d{1,15})$/.exec(cursor)
  if (match !== null && Number(match[1]) === facts.ino && Number(match[2]) <= facts.size)
    return Number(match[2])
  throw new ArgumentError({
    field: 'cursor',
    message: match === null ? 'cursor is not one that this search gave' : 'the file was replaced since',
    fix: 'leave cursor out to start at the newest line',
  })
}
