import { checkOnce, checkWithin, type Span, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { type RawRow, rawAnswer, scalarAnswer, seriesAnswer } from './answers.ts'
import type { SignozClient } from './client.ts'

export type Over = Readonly<{ window: Span; context: CallContext }>
export type Asked = Readonly<{
  signal: 'logs' | 'traces'
  filter: string
  field?: string | undefined
}>

function toBody(
  type: string,
  asked: Asked,
  { window, ...spec }: Readonly<Record<string, unknown>> & Readonly<{ window: Span }>,
) {
  const { signal, filter } = asked
  const expression = filter === '' ? {} : { filter: { expression: filter } }
  const query = {
    type: 'builder_query',
    spec: { name: 'A', signal, disabled: false, ...expression, ...spec },
  }
  return {
    start: window.from,
    end: window.to,
    requestType: type,
    compositeQuery: { queries: [query] },
    variables: {},
  }
}

const PATH = ['v5', 'query_range']

export type Row = Readonly<{ at: number; data: RawRow['data'] }>

// Rows in the order of their time. `isFull` when as many came as were asked for. Throws `unusable` for a row outside
// the asked window.
export async function askRows(
  client: SignozClient,
  asked: Asked &
    Readonly<{ limit: number; offset?: number; order?: 'asc' | 'desc'; fields?: readonly string[] }>,
  { window, context }: Over,
) {
  const { limit, offset = 0, order = 'desc', fields } = asked
  const body = toBody('raw', asked, {
    ...{ window, limit, offset },
    order: [{ key: { name: 'timestamp' }, direction: order }],
    ...(fields === undefined ? {} : { selectFields: fields.map((name) => ({ name })) }),
  })
  const { field } = asked
  const { data } = await client.ask({ path: PATH, body, schema: rawAnswer, context, field })
  const rows = data.data.results.flatMap((one) =>
    (one.rows ?? []).map((row): Row => ({ at: Date.parse(row.timestamp), data: row.data })),
  )
  if (rows.some(({ at }) => !(at >= window.from - 1 && at <= window.to + 1)))
    throw new SourceError('unusable', { why: 'unexpected_kind', code: 'outside_window' })
  return {
    rows,
    isFull: rows.length >= limit,
    isWarned: data.warning != null,
    scanned: data.meta?.bytesScanned ?? null,
  }
}

type Aggregation = Readonly<{ expressions: readonly string[]; groupBy?: readonly string[]; limit?: number }>

function toAggregation({ expressions, groupBy = [], limit = 1000 }: Aggregation) {
  return {
    aggregations: expressions.map((expression) => ({ expression })),
    groupBy: groupBy.map((name) => ({ name })),
    limit,
  }
}

// One row a group over the whole window: its labels, and the values of the expressions in their order.
export async function askScalar(client: SignozClient, asked: Asked & Aggregation, { window, context }: Over) {
  const body = toBody('scalar', asked, { window, ...toAggregation(asked) })
  const { field } = asked
  const { data } = await client.ask({ path: PATH, body, schema: scalarAnswer, context, field })
  const [result] = data.data.results
  const columns = result?.columns ?? []
  const rows = (result?.data ?? []).map((cells) => {
    if (cells.length !== columns.length)
      throw new SourceError('unusable', { why: 'schema_mismatch', code: 'row_of_other_width' })
    const labels: [string, string][] = []
    const values: (number | null)[] = []
    for (const [index, { name, columnType }] of columns.entries()) {
      const told = cells[index] ?? null
      if (columnType === 'group') labels.push([name, told === null ? '' : String(told)])
      else values.push(toNumber(told))
    }
    return { labels: Object.fromEntries(labels), values }
  })
  checkOnce(rows.map(({ labels }) => labels))
  return {
    rows,
    isFull: rows.length >= (asked.limit ?? 1000),
    isWarned: data.warning != null,
    scanned: data.meta?.bytesScanned ?? null,
  }
}

// The same over time, of one expression; `step` in seconds.
export async function askSeries(
  client: SignozClient,
  asked: Asked & Aggregation & Readonly<{ step: number }>,
  { window, context }: Over,
) {
  const body = toBody('time_series', asked, { window, stepInterval: asked.step, ...toAggregation(asked) })
  const { field } = asked
  const { data } = await client.ask({ path: PATH, body, schema: seriesAnswer, context, field })
  const [first] = data.data.results[0]?.aggregations ?? []
  const slack = asked.step * 1000
  const rows = (first?.series ?? []).map(({ labels, values }) => ({
    labels: Object.fromEntries((labels ?? []).map(({ key, value }) => [key.name, String(value ?? '')])),
    points: (values ?? [])
      .map(({ timestamp, value }): [number, number | null] => [timestamp, toNumber(value ?? 0)])
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
  return { rows, isFull: rows.length >= (asked.limit ?? 1000), isWarned: data.warning != null }
}

function toNumber(told: unknown): number | null {
  const value = typeof told === 'string' ? Number(told) : told
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

// A text among a row's fields, also in the maps of resources and attributes; null when there is none.
export function pick(data: RawRow['data'], ...names: readonly string[]): string | null {
  const maps = [data, data.resources_string, data.attributes_string, data.attributes]
  for (const name of names)
    for (const map of maps) {
      const told: unknown = typeof map === 'object' && map !== null ? Reflect.get(map, name) : undefined
      if (typeof told === 'string' && told !== '') return told
      if (typeof told === 'number' || typeof told === 'boolean') return String(told)
    }
  return null
}

// A row's attributes and resources as texts, at most 60 of them.
export function toAttributes(data: RawRow['data']): Record<string, string> {
  const found: [string, string][] = []
  for (const [name, told] of Object.entries(data)) {
    if (name === 'body') continue
    if (typeof told === 'object' && told !== null)
      for (const [key, inner] of Object.entries(told)) found.push([key, String(inner).slice(0, 1024)])
    else if (told !== null && told !== '') found.push([name, String(told).slice(0, 1024)])
  }
  return Object.fromEntries(found.slice(0, 60))
}

// The labels of a group, as a key that tells groups apart.
export function keyOf(labels: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// Epoch milliseconds of a row as RFC 3339.
export function toAt({ at }: Row): string {
  return toRfc3339(at)
}
