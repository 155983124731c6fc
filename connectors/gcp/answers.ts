import { type Paged, readPages } from '@vedette/connectors/kit'
import { SourceError, type SourceErrorState } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import { z } from 'zod'
import type { Ask, Reader } from './client.ts'

// Items of one kind in one project at most; beyond them the list is cut and says so.
export const MAX_ITEMS = 5000
const MAX_PAGES = 100

// A list and the places of it that Google could not read.
export type Collected<T> = Readonly<{ paged: Paged<T>; gaps: readonly Part[] }>

type ListAsk<S extends z.ZodType> = Ask &
  Readonly<{
    // The field that holds the rows; absent in an answer without any.
    field: string
    row: S
    // What `kind` must say, for APIs that say it.
    kind?: string
    // Parameter that bounds a page, and how much it may be.
    size?: readonly [name: string, rows: number]
    maxItems?: number
  }>

const paging = z.object({ nextPageToken: z.string().optional(), kind: z.string().optional() })
const ALWAYS: readonly string[] = [
  'kind',
  'id',
  'selfLink',
  'etag',
  'nextPageToken',
  'nextSyncToken',
  'totalSize',
  'unit',
  'timeRangeBegin',
]
// What says that an answer lacks something.
const PLACES: readonly string[] = [
  'executionErrors',
  'unreachable',
  'unreachables',
  'missingZones',
  'warning',
  'warnings',
]

// Parses what Google said; another shape cannot be shown as true. Throws `unusable`.
export function parseAs<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return parsed.data
}

// The schema of an answer that Google leaves empty when there is nothing: one of other fields alone is another answer.
export function withAnyOrNothing<S extends z.ZodRawShape>(fields: readonly string[], shape: S) {
  const isOne = (value: unknown) =>
    typeof value === 'object' &&
    value !== null &&
    (Object.keys(value).length === 0 || fields.some((name) => Object.hasOwn(value, name)))
  return z.custom<unknown>(isOne).pipe(z.object(shape))
}

// Asks one question whose answer is one thing.
export async function askAs<S extends z.ZodType>(
  reader: Reader,
  ask: Ask & Readonly<{ row: S }>,
): Promise<z.output<S>> {
  const { row, ...question } = ask
  return parseAs(row, await reader.ask(question))
}

// Reads a list to its end or to 5,000 items. An answer without rows counts as an empty page only when it holds nothing
// that such an answer cannot hold; places that Google could not reach become gaps.
export async function collect<S extends z.ZodType>(
  reader: Reader,
  ask: ListAsk<S>,
): Promise<Collected<z.output<S>>> {
  const { field, row, kind, size, maxItems = MAX_ITEMS, ...question } = ask
  const gaps = createGaps(reader)
  const rows = z.array(row)
  const paged = await readPages<z.output<S>>(
    async (token) => {
      const json = await reader.ask(withPage(question, token, size))
      const page = parseAs(paging, json)
      const said = parseAs(z.record(z.string(), z.unknown()), json)
      checkKind(said, { field, kind })
      gaps.add(said)
      const next = page.nextPageToken
      return {
        items: said[field] === undefined ? [] : parseAs(rows, said[field]),
        ...(next === undefined || next === '' ? {} : { next }),
      }
    },
    { maxItems, maxPages: MAX_PAGES },
  )
  return { paged, gaps: gaps.list() }
}

// Reads a compute resource in every zone and region at once. A place with a warning other than that it is empty is a
// gap, never an empty place.
export async function aggregate<S extends z.ZodType>(
  reader: Reader,
  ask: Readonly<{ resource: string; field: string; row: S; needs: string }>,
): Promise<Collected<z.output<S>>> {
  const { resource, field, row, needs } = ask
  const gaps = createGaps(reader)
  const paged = await readPages<z.output<S>>(
    async (token) => {
      const json = await reader.ask(
        withPage(
          {
            service: 'compute',
            path: ['projects', reader.project.id, 'aggregated', resource],
            query: { returnPartialSuccess: 'true' },
            needs,
          },
          token,
          ['maxResults', 500],
        ),
      )
      const said = parseAs(aggregated, json)
      gaps.add(said)
      const items = Object.entries(said.items).flatMap(([place, one]) => {
        gaps.addAt(place, one['warning'])
        return one[field] === undefined ? [] : parseAs(z.array(row), one[field])
      })
      const next = said.nextPageToken
      return { items, ...(next === undefined || next === '' ? {} : { next }) }
    },
    { maxItems: MAX_ITEMS, maxPages: MAX_PAGES },
  )
  return { paged, gaps: gaps.list() }
}

const aggregated = z.looseObject({
  kind: z.string().regex(/^compute#\w+AggregatedList$/),
  items: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  nextPageToken: z.string().optional(),
})

function withPage(ask: Ask, token: string | undefined, size: readonly [string, number] | undefined): Ask {
  const extra = {
    ...(size === undefined ? {} : { [size[0]]: size[1] }),
    ...(token === undefined ? {} : { pageToken: token }),
  }
  if (ask.body !== undefined) return { ...ask, body: { ...(ask.body as object), ...extra } } // bodies are objects here
  const texts = Object.fromEntries(Object.entries(extra).map(([key, value]) => [key, String(value)]))
  return { ...ask, query: { ...ask.query, ...texts } }
}

function checkKind(
  said: Readonly<Record<string, unknown>>,
  { field, kind }: Readonly<{ field: string; kind: string | undefined }>,
): void {
  const isKind = kind === undefined || said['kind'] === kind
  const isStrange =
    said[field] === undefined &&
    Object.keys(said).some((key) => !ALWAYS.includes(key) && !PLACES.includes(key))
  if (!isKind || isStrange) throw new SourceError('unusable', { why: 'unexpected_kind' })
}

// Warnings of a place that take nothing out of its list.
const HARMLESS: readonly string[] = [
  'NO_RESULTS_ON_PAGE',
  'DEPRECATED_RESOURCE_USED',
  'EXPERIMENTAL_TYPE_USED',
]
const warning = z.object({ code: z.string() })

function createGaps({ scope }: Reader) {
  const found = new Map<string, Part>()
  const note = (place: string | null) => {
    const where = place === null ? {} : toPlace(place)
    const part: Part = { scope: { ...scope, ...where }, state: 'upstream_failed', errno: 'UNREACHABLE' }
    found.set(JSON.stringify(part.scope), part)
  }
  const addAt = (place: string | null, said: unknown) => {
    if (said === undefined || said === null) return
    const parsed = warning.safeParse(said)
    if (!parsed.success || !HARMLESS.includes(parsed.data.code)) note(place)
  }
  return {
    addAt,
    add(said: Readonly<Record<string, unknown>>) {
      for (const key of ['unreachable', 'unreachables', 'missingZones']) {
        const value = said[key] ?? []
        if (!Array.isArray(value)) throw new SourceError('unusable', { why: 'schema_mismatch' })
        for (const place of value) note(String(place))
      }
      addAt(null, said['warning'])
      const failures = said['executionErrors'] ?? []
      if (!Array.isArray(failures)) throw new SourceError('unusable', { why: 'schema_mismatch' })
      if (failures.length > 0) note(null)
      const warnings = said['warnings'] ?? []
      if (!Array.isArray(warnings)) throw new SourceError('unusable', { why: 'schema_mismatch' })
      for (const one of warnings) addAt(null, one)
    },
    list: (): readonly Part[] => [...found.values()],
  }
}

// `zones/europe-west1-b`, `projects/p/locations/europe-west1` or a bare name, as a scope.
function toPlace(text: string): Readonly<Record<string, string>> {
  const last = text.split('/').at(-1) ?? ''
  const match = /^([a-z]{2,}-[a-z]+\d+)(-[a-z])?$/.exec(last)
  if (match === null) return { region: /^[a-z0-9-]{1,40}$/.test(last) ? last : 'unknown' }
  return { region: match[1] ?? last, ...(match[2] === undefined ? {} : { zone: last }) }
}

// The same list with other items; where its reading stopped and what it lacks stay.
export function mapRows<T, R>(
  { paged, gaps }: Collected<T>,
  map: (items: readonly T[]) => readonly R[],
): Collected<R> {
  return { paged: { ...paged, items: map(paged.items) }, gaps }
}

// Two lists that make one: it ended only if both did.
export function joinLists<A, B>(a: Collected<A>, b: Collected<B>): Collected<A | B> {
  const items = [...a.paged.items, ...b.paged.items]
  const gaps = [...a.gaps, ...b.gaps]
  return { paged: a.paged.stop === 'end' ? { ...b.paged, items } : { ...a.paged, items }, gaps }
}

// Passes a list that is whole. Throws its failure, or `unusable`: for answers that would read a shorter list as a fact.
export function wholeRows<T>({ paged, gaps }: Collected<T>): readonly T[] {
  if (paged.stop === 'failed') throw paged.error
  if (paged.stop === 'cap') throw new SourceError('unusable', { why: 'too_large' })
  const [gap] = gaps
  if (gap !== undefined) {
    const { scope: _, state, ...carried } = gap
    throw new SourceError(state as SourceErrorState, carried) // gaps are made of such errors
  }
  return paged.items
}
