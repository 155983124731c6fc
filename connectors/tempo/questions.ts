import { checkOnce, checkWithin, type Span } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import {
  instantAnswer,
  type JobMetrics,
  rangeAnswer,
  searchAnswer,
  toNumber,
  toTags,
  valuesAnswer,
} from './answers.ts'
import type { TempoClient } from './client.ts'

export type Over = Readonly<{ window: Span; context: CallContext }>
type Head = Readonly<{ metrics?: JobMetrics | undefined; status?: string | null | undefined }>

// Whether Tempo itself says that it did not look at everything.
export function isPartial({ metrics, status }: Head): boolean {
  const { completedJobs = 0, totalJobs = 0 } = metrics ?? {}
  const word = (status ?? '').toUpperCase()
  return completedJobs < totalJobs || (word !== '' && word !== 'COMPLETE')
}

function bounds({ from, to }: Span): Readonly<{ start: string; end: string }> {
  return { start: `${Math.floor(from / 1000)}`, end: `${Math.ceil(to / 1000)}` }
}

const BLOCK_MS = 300_000

// Finds traces. `isFull` when as many came as were asked for. Throws `unusable` for a trace far outside the window.
export async function askSearch(
  client: TempoClient,
  { query, limit, field }: Readonly<{ query: string; limit: number; field?: string | undefined }>,
  { window, context }: Over,
) {
  const told = await client.ask({
    path: ['search'],
    query: { q: query, ...bounds(window), limit: `${limit}`, spss: '3' },
    schema: searchAnswer,
    context,
    field,
  })
  const traces = told.traces ?? []
  const starts = traces.map(({ startTimeUnixNano }) => Number(startTimeUnixNano / 1_000_000n))
  checkWithin(starts, { from: 0, to: Math.ceil(window.to / 1000) * 1000 }, 0)
  // One that began earlier went on into the window, or at least to its edge: blocks hold minutes.
  const ends = traces.flatMap(({ durationMs }, index) =>
    durationMs == null ? [] : [(starts[index] ?? 0) + durationMs],
  )
  checkWithin(ends, { from: window.from, to: Number.POSITIVE_INFINITY }, BLOCK_MS)
  return { traces, isFull: traces.length >= limit, isPartial: isPartial(told) }
}

export type Measured = Readonly<{
  rows: readonly Readonly<{ labels: Record<string, string>; value: number | null }>[]
  isPartial: boolean
}>

// A metric over the whole window. A value that is absent is zero, as protocol buffers write it.
export async function askInstant(
  client: TempoClient,
  query: string,
  { window, context }: Over,
): Promise<Measured> {
  const told = await client.ask({
    path: ['metrics', 'query'],
    query: { q: query, ...bounds(window) },
    schema: instantAnswer,
    context,
  })
  const rows = (told.series ?? []).map(({ labels, value }) => ({
    labels: toTags(labels ?? []),
    value: toNumber(value),
  }))
  checkOnce(rows.map(({ labels }) => labels))
  return { rows, isPartial: isPartial(told) }
}

// A metric over time; `step` in seconds.
export async function askRange(
  client: TempoClient,
  { query, step }: Readonly<{ query: string; step: number }>,
  { window, context }: Over,
) {
  const told = await client.ask({
    path: ['metrics', 'query_range'],
    query: { q: query, ...bounds(window), step: `${step}s` },
    schema: rangeAnswer,
    context,
  })
  const slack = step * 1000
  const rows = (told.series ?? []).map(({ labels, samples }) => ({
    labels: toTags(labels ?? []),
    points: (samples ?? [])
      .map(({ timestampMs, value }): [number, number | null] => [timestampMs, toNumber(value)])
      .toSorted(([a], [b]) => a - b),
  }))
  checkOnce(rows.map(({ labels }) => labels))
  for (const { points } of rows) {
    checkWithin(
      points.map(([at]) => at),
      window,
      slack,
    )
    if (points.some(([at], index) => at === points[index + 1]?.[0]))
      throw new SourceError('unusable', { why: 'schema_mismatch', code: 'samples_out_of_order' })
  }
  return { rows, isPartial: isPartial(told) }
}

// Values of one attribute in the window.
export async function askValues(client: TempoClient, attribute: string, { window, context }: Over) {
  const told = await client.ask({
    path: ['v2', 'search', 'tag', attribute, 'values'],
    query: bounds(window),
    schema: valuesAnswer,
    context,
  })
  return {
    values: [...new Set((told.tagValues ?? []).map(({ value }) => value))],
    isPartial: isPartial(told),
  }
}
