import {
  checkOnce,
  checkWithin,
  type Page,
  type Paged,
  readPages,
  type Span,
  toRfc3339,
  withAnyOf,
} from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import type { Cut } from './reading.ts'
import { bag, text, toMs } from './values.ts'

// The stores that are searched alike, with the scope that each needs and whether its body is wrapped.
const TRACKS = Object.freeze({
  logs: { path: ['v2', 'logs'], needs: 'logs_read_data', wrapped: false },
  spans: { path: ['v2', 'spans'], needs: 'apm_read', wrapped: true },
  rum: { path: ['v2', 'rum'], needs: 'rum_apps_read', wrapped: false },
  ci: { path: ['v2', 'ci', 'pipelines'], needs: 'ci_visibility_read', wrapped: false },
  events: { path: ['v2'], needs: 'events_read', wrapped: false },
} as const)
export type Track = keyof typeof TRACKS

export type Search = Readonly<{
  track: Track
  query: string
  window: Span
  context: CallContext
  // Log indexes; absent, all.
  indexes?: readonly string[]
  // Set when the query is the caller's own text.
  field?: string | undefined
}>

export type Event = Readonly<{ id: string; attributes: Readonly<Record<string, unknown>> }>
export type Found = Readonly<{
  events: readonly Event[]
  paged: Paged<Event>
  // `by_source` when Datadog itself said that its answer has gaps.
  cut: Cut | undefined
  cursor: string | undefined
}>

const meta = z
  .object({
    status: text,
    page: z.object({ after: text }).nullish(),
    warnings: z.array(z.unknown()).nullish(),
  })
  .nullish()
const found = withAnyOf(
  ['data', 'meta'],
  z.object({
    data: z
      .array(z.object({ id: z.string().default(''), attributes: bag.default({}) }))
      .nullish()
      .transform((list) => list ?? []),
    meta,
  }),
)

// Whether Datadog said that it did not look at everything. A status that is not `done` is no better than a time-out.
function isPartial(told: z.output<typeof meta>): boolean {
  const status = told?.status ?? 'done'
  return status !== 'done' || (told?.warnings ?? []).length > 0
}

function toFilter({ query, window, indexes = [] }: Search) {
  return {
    query,
    from: toRfc3339(window.from),
    to: toRfc3339(window.to),
    ...(indexes.length === 0 ? {} : { indexes }),
  }
}

// Searches one store, page by page until `limit` rows or the end.
export async function searchTrack(
  client: DatadogClient,
  search: Search,
  page: Readonly<{ limit: number; cursor?: string | undefined; sort?: 'timestamp' | '-timestamp' }>,
): Promise<Found> {
  const { path, needs, wrapped } = TRACKS[search.track]
  let partial = false
  const paged = await readPages<Event>(
    async (cursor, room): Promise<Page<Event>> => {
      const asked = {
        filter: toFilter(search),
        sort: page.sort ?? '-timestamp',
        page: { limit: Math.min(1000, room), ...(cursor === undefined ? {} : { cursor }) },
      }
      const told = await client.ask({
        path: [...path, 'events', 'search'],
        body: wrapped ? { data: { type: 'search_request', attributes: asked } } : asked,
        schema: found,
        needs,
        context: search.context,
        ...(search.field === undefined ? {} : { field: search.field }),
      })
      // Stores name the time differently; a row without one is not judged by it.
      checkWithin(
        told.data.flatMap(
          ({ attributes }) => toMs(attributes['timestamp'] ?? attributes['start_timestamp']) ?? [],
        ),
        search.window,
      )
      partial ||= isPartial(told.meta)
      const next = told.meta?.page?.after ?? ''
      return { items: told.data, ...(next === '' ? {} : { next }) }
    },
    { maxItems: page.limit, ...(page.cursor === undefined ? {} : { start: page.cursor }) },
  )
  const ended = paged.stop === 'end'
  return {
    events: paged.items,
    paged,
    cut: partial ? 'by_source' : paged.stop === 'failed' ? 'by_source' : ended ? undefined : 'page',
    cursor: ended ? undefined : paged.next,
  }
}

export type Compute = Readonly<{ aggregation: string; metric?: string; interval?: number }>
export type Bucket = Readonly<{
  by: Readonly<Record<string, string>>
  // One for each compute: its value over the window, or null.
  values: readonly (number | null)[]
  // One for each compute: its points, when it was asked over time.
  points: readonly (readonly [number, number | null][])[]
}>

const bucket = z.object({
  by: bag.nullish().transform((by) => by ?? {}),
  compute: bag.nullish(),
  computes: bag.nullish(),
})
const buckets = z.union([
  z.object({ data: z.object({ buckets: z.array(bucket) }), meta }),
  z.object({ data: z.array(z.object({ attributes: bucket })), meta }),
])
const timed = z.array(z.object({ time: z.union([z.string(), z.number()]), value: z.unknown().optional() }))

// Counts or measures what a search matches. `cut` says that there may be more groups, or that Datadog did not look
// at everything.
export async function aggregateTrack(
  client: DatadogClient,
  search: Search,
  asked: Readonly<{ computes: readonly Compute[]; groupBy?: readonly string[]; limit?: number }>,
): Promise<Readonly<{ buckets: readonly Bucket[]; cut: Cut | undefined }>> {
  const { path, needs, wrapped } = TRACKS[search.track]
  const { computes, groupBy = [], limit = 1000 } = asked
  const attributes = {
    compute: computes.map(({ aggregation, metric, interval }) => ({
      aggregation,
      ...(metric === undefined ? {} : { metric }),
      ...(interval === undefined ? { type: 'total' } : { type: 'timeseries', interval: `${interval}s` }),
    })),
    filter: toFilter(search),
    ...(groupBy.length === 0 ? {} : { group_by: groupBy.map((facet) => ({ facet, limit })) }),
  }
  const told = await client.ask({
    path: [...path, 'analytics', 'aggregate'],
    body: wrapped ? { data: { type: 'aggregate_request', attributes } } : attributes,
    schema: buckets,
    needs,
    context: search.context,
    ...(search.field === undefined ? {} : { field: search.field }),
  })
  const rows = Array.isArray(told.data) ? told.data.map((one) => one.attributes) : told.data.buckets
  const all = rows.map((row) => toBucket(row, computes))
  checkOnce(all.map(({ by }) => by))
  const times = all.flatMap(({ points }) => points.flatMap((list) => list.map(([at]) => at)))
  // A point may begin one interval before the window.
  checkWithin(times, search.window, Math.max(60, ...computes.map(({ interval }) => interval ?? 0)) * 1000)
  return {
    buckets: all,
    cut: isPartial(told.meta) ? 'by_source' : groupBy.length > 0 && rows.length >= limit ? 'rows' : undefined,
  }
}

function toBucket({ by, compute, computes }: z.output<typeof bucket>, asked: readonly Compute[]): Bucket {
  const told = { ...compute, ...computes }
  const values = asked.map((_, index) => {
    const value = told[`c${index}`]
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  })
  const points = asked.map((_, index) => {
    const list = timed.safeParse(told[`c${index}`])
    return (list.data ?? []).flatMap(({ time, value }): [number, number | null][] => {
      const at = typeof time === 'number' ? time : Date.parse(time)
      return Number.isNaN(at) ? [] : [[at, typeof value === 'number' ? value : null]]
    })
  })
  return {
    by: Object.fromEntries(Object.entries(by).map(([key, one]) => [key, String(one)])),
    values,
    points,
  }
}
