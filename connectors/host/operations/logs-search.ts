import { parseInstant } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  complete,
  partial,
  partialOf,
  type Reading,
  type SourceError,
} from '@vedette/proto/connector'
import { hostLogsSearch } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { HostClient } from '../client.ts'
import { searchJournal } from '../linux/journal.ts'
import { searchLogFile } from '../linux/log-file.ts'
import { serveLocal } from './serve-local.ts'

export type LogLine = z.output<typeof hostLogsSearch.output>['lines'][number]

export type LogQuestion = Readonly<{
  client: HostClient
  signal: AbortSignal
  // Epoch milliseconds, both inclusive.
  from: number
  to: number
  now: number
  match: string | undefined
  visible?: CallContext['visible']
  limit: number
  cursor: string | undefined
}>

// What a search saw: newest lines first, and everything that keeps it from being the whole window.
export type LogAnswer = Readonly<{
  lines: readonly LogLine[]
  // Set when lines were left out at our cap; `cursor` reads on.
  cut?: Readonly<{ cap: 'rows' | 'bytes'; cursor: string }>
  // Why older lines of the window may be missing, or none could be placed in it.
  gap?: 'window_not_covered' | 'no_timestamps'
  // Why zero lines prove nothing, beyond a gap.
  unproven?: 'unit_unknown'
  // Halves that could not be read.
  unread?: readonly Readonly<{ name: string; error: SourceError }>[]
}>

// Serves host.logs.search over the journal, one of its units, or one listed file.
export const logsSearch = serveLocal(hostLogsSearch, async (call) => {
  const { client, input, context, signal, scope, as_of } = call
  const from = parseInstant(input.from, 'from')
  const to = parseInstant(input.to, 'to')
  if (from > to) throw refuse('from', 'from is after to', 'swap them')
  if (input.unit !== undefined && input.file !== undefined)
    throw refuse('file', 'unit and file exclude each other', 'give one of them')
  const { match, limit, cursor } = input
  const { visible } = context
  const question: LogQuestion = {
    client,
    signal,
    from,
    to,
    now: context.clock.now(),
    match,
    visible,
    limit,
    cursor,
  }
  const answer =
    input.file === undefined
      ? await searchJournal(question, input.unit)
      : await searchLogFile(question, allowFile(client, input.file))
  return toReading(answer, { scope, as_of })
})

function allowFile(client: HostClient, file: string): string {
  if (client.logFiles.includes(file)) return file
  throw refuse(
    'file',
    'file is not one of the listed log files',
    "add it to log_files of the agent's host connector",
  )
}

function refuse(field: string, message: string, fix: string): ArgumentError {
  return new ArgumentError({ field, message, fix })
}

function toReading(
  answer: LogAnswer,
  { scope, as_of }: Pick<Part, 'scope'> & { as_of: string },
): Reading<{ lines: LogLine[] }> {
  const value = { lines: [...answer.lines] }
  const items = value.lines.length
  const unread = (answer.unread ?? []).map(
    ({ name, error }): Part => ({ scope: { ...scope, part: name }, state: error.state, ...error.carried }),
  )
  const read = readPart()
  return unread.length === 0 ? read : partialOf(value, [...read.parts, ...unread])

  function readPart() {
    if (answer.cut !== undefined)
      return partial(value, 'truncated', { scope, as_of, at_least: items, ...answer.cut })
    if (items > 0 && answer.gap !== undefined)
      return partial(value, 'truncated', { scope, as_of, at_least: items, cap: 'by_source', why: answer.gap })
    const doubt = answer.unproven ?? answer.gap
    const proof = doubt === undefined ? ({ proof: 'existence_checked' } as const) : { unproven: doubt }
    return complete(value, { items, as_of, scope, ...proof })
  }
}
