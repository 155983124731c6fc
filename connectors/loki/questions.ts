import { checkOnce, checkWithin } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { matrixAnswer, streamsAnswer, vectorAnswer } from './answers.ts'
import type { LokiClient } from './client.ts'
import type { Over } from './filters.ts'
import { toSeverity } from './levels.ts'
import { toNanos } from './times.ts'

const MAX_MESSAGE = 8192

export type Entry = Readonly<{
  nanos: bigint
  stream: Readonly<Record<string, string>>
  text: string
  id: string
}>
type Lines = Readonly<{
  entries: readonly Entry[]
  // As many as were asked for, so there may be more.
  isFull: boolean
  warnings: readonly string[]
  scanned: number | null
}>
type LinesAsk = Readonly<{
  query: string
  // Nanoseconds; the end is left out.
  start: bigint
  end: bigint
  limit: number
  order: 'newest' | 'oldest'
  field?: string | undefined
}>

// Reads lines in order. Throws `unusable` for a line outside the asked window: that is another question's answer.
export async function askLines(client: LokiClient, ask: LinesAsk, context: Over['context']): Promise<Lines> {
  const { query, start, end, limit, order, field } = ask
  const { data, warnings } = await client.ask({
    path: ['query_range'],
    query: {
      ...{ query, start: `${start}`, end: `${end}`, limit: `${limit}` },
      direction: order === 'newest' ? 'backward' : 'forward',
    },
    schema: streamsAnswer,
    context,
    field,
  })
  // Two streams of one name would count each line twice.
  checkOnce(data.result.map(({ stream }) => stream))
  const entries = data.result.flatMap(({ stream, values }) =>
    values.map(([at, text, more]): Entry => {
      const all = { ...stream, ...more?.structuredMetadata }
      return {
        nanos: BigInt(at),
        stream: all,
        text,
        id: `${at}-${hash(`${JSON.stringify(stream)}\n${text}`)}`,
      }
    }),
  )
  if (entries.some(({ nanos }) => nanos < start || nanos >= end))
    throw new SourceError('unusable', { why: 'unexpected_kind', code: 'outside_window' })
  const sign = order === 'newest' ? -1 : 1
  return {
    entries: entries.toSorted((a, b) => sign * compare(a, b)),
    isFull: entries.length >= limit,
    warnings: warnings ?? [],
    scanned: data.stats?.summary?.totalBytesProcessed ?? null,
  }
}

function compare(a: Entry, b: Entry): number {
  if (a.nanos !== b.nanos) return a.nanos < b.nanos ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

// FNV-1a over UTF-16: names a line among those of one nanosecond.
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}

// A metric at one instant, epoch milliseconds.
export async function askInstant(
  client: LokiClient,
  ask: Readonly<{ query: string; at: number; limit?: number; field?: string | undefined }>,
  context: Over['context'],
) {
  const { query, at, field } = ask
  const { data, warnings } = await client.ask({
    path: ['query'],
    query: { query, time: toNanos(at) },
    schema: vectorAnswer,
    context,
    field,
  })
  checkWithin(
    data.result.map(({ value: [seconds] }) => seconds * 1000),
    { from: at, to: at },
  )
  checkOnce(data.result.map(({ metric }) => metric))
  const rows = data.result.map(({ metric, value: [, value] }) => ({ labels: metric, value: toNumber(value) }))
  return { rows, warnings: warnings ?? [], scanned: data.stats?.summary?.totalBytesProcessed ?? null }
}

// A metric over the window; `step` in seconds.
export async function askRange(
  client: LokiClient,
  ask: Readonly<{ query: string; from: number; to: number; step: number; field?: string | undefined }>,
  context: Over['context'],
) {
  const { query, from, to, step, field } = ask
  const { data, warnings } = await client.ask({
    path: ['query_range'],
    query: { query, start: toNanos(from), end: toNanos(to), step: `${step}s` },
    schema: matrixAnswer,
    context,
    field,
  })
  const rows = data.result.map(({ metric, values }) => ({
    labels: metric,
    points: values.map(([at, value]): [number, number | null] => [Math.round(at * 1000), toNumber(value)]),
  }))
  checkOnce(rows.map(({ labels }) => labels))
  for (const { points } of rows) {
    const times = points.map(([at]) => at)
    checkWithin(times, { from, to }, step * 1000)
    if (times.some((at, index) => at >= (times[index + 1] ?? Number.POSITIVE_INFINITY)))
      throw new SourceError('unusable', { why: 'schema_mismatch', code: 'samples_out_of_order' })
  }
  return { rows, warnings: warnings ?? [], scanned: data.stats?.summary?.totalBytesProcessed ?? null }
}

function toNumber(text: string): number | null {
  const value = Number(text)
  return Number.isFinite(value) ? value : null
}

// One line as it leaves: the message cut at 8 KiB, its level by the configured labels.
export function toLine(
  { config }: Pick<LokiClient, 'config'>,
  { nanos, stream, text, id }: Entry,
  at: string,
) {
  const pick = (labels: readonly string[]) =>
    labels.map((label) => stream[label]).find((value) => value !== undefined && value !== '') ?? null
  const levels = config.level_labels.map((label) => toSeverity(stream[label]))
  const isLong = text.length > MAX_MESSAGE
  return {
    id: nanos === 0n ? null : id,
    at,
    severity: levels.find((one) => one !== null) ?? null,
    message: text.slice(0, MAX_MESSAGE),
    service: pick(config.service_labels),
    workload: pick(config.workload_labels),
    host: pick(config.host_labels),
    source: null,
    trace_id: pick([config.trace_label ?? 'trace_id', 'traceID', 'traceId']),
    attributes: stream,
    ...(isLong ? { cut: true as const } : {}),
  }
}
