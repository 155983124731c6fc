import {
  ArgumentError,
  type CompleteFacts,
  complete,
  partialOf,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'

export type Page<T> = Readonly<{ items: readonly T[]; next?: string }>

// Where reading stopped: `end`, at our cap (`next` reads on, when cut at a page's border), or on a page that
// could not be read.
export type Paged<T> = Readonly<{ items: readonly T[] }> &
  (
    | Readonly<{ stop: 'end' }>
    | Readonly<{ stop: 'cap'; cap: 'rows' | 'page'; next?: string }>
    | Readonly<{ stop: 'failed'; error: SourceError; next: string }>
  )

export type PageLimits = Readonly<{ maxItems: number; maxPages?: number; start?: string }>

// Reads pages until there is no cursor, or until `maxItems` or `maxPages` (50). `fetchPage` gets the room left:
// asking for no more keeps the cursor of a cut exact. Throws what the first page throws; a later page's
// SourceError ends in `failed`, and a cursor that repeats is `unusable`, as is a page that repeats the one before: its
// rows stand once, since the source does not look at where it is asked to read on.
export async function readPages<T>(
  fetchPage: (cursor: string | undefined, room: number) => Promise<Page<T>>,
  limits: PageLimits,
): Promise<Paged<T>> {
  const items: T[] = []
  const seen = new Set<string>()
  let cursor = limits.start
  let last: string | undefined
  for (let page = 1; ; page++) {
    const answer = await fetchPage(cursor, limits.maxItems - items.length).catch((error: unknown) => {
      if (page === 1 || !(error instanceof SourceError)) throw error
      return error
    })
    if (answer instanceof SourceError) return { items, stop: 'failed', error: answer, next: cursor ?? '' }
    const { next } = answer
    const told = JSON.stringify(answer.items)
    if (answer.items.length > 0 && told === last)
      return {
        items,
        stop: 'failed',
        error: new SourceError('unusable', { why: 'malformed' }),
        next: cursor ?? '',
      }
    last = told
    items.push(...answer.items)
    if (items.length > limits.maxItems)
      return { items: items.slice(0, limits.maxItems), stop: 'cap', cap: 'rows' }
    if (next === undefined) return { items, stop: 'end' }
    if (seen.has(next) || next === cursor)
      return { items, stop: 'failed', error: new SourceError('unusable', { why: 'malformed' }), next }
    if (items.length === limits.maxItems) return { items, stop: 'cap', cap: 'rows', next }
    if (page === (limits.maxPages ?? 50)) return { items, stop: 'cap', cap: 'page', next }
    seen.add(next)
    cursor = next
  }
}

// A reading of paged items: complete at the end, `truncated` at the cap, and the failed page's own state beside
// what was read before it.
export function toPagedReading<T>(
  value: T,
  paged: Paged<unknown>,
  facts: Omit<CompleteFacts, 'items' | 'total' | 'cursor'>,
): Reading<T> {
  const items = paged.items.length
  if (paged.stop === 'end') return complete(value, { ...facts, items })
  const { as_of, scope = {}, proof: _, unproven: __, ...extras } = facts
  const cursor = paged.next === undefined ? {} : { cursor: paged.next }
  const cap = paged.stop === 'cap' ? paged.cap : 'by_source'
  const cut: Part = { scope, state: 'truncated', cap, at_least: items, as_of, ...cursor }
  if (paged.stop === 'cap') return partialOf(value, [cut], extras)
  return partialOf(value, [cut, { scope, state: paged.error.state, ...paged.error.carried }], extras)
}

export type Slice<T> = Readonly<{ rows: readonly T[]; total: number; cursor?: string }>

// One page of a list held whole, in the order of `compare`, which must tell any two rows apart. The cursor is the
// last row's key: rows that come or go between pages never shift the others.
export function slicePage<T, Key>(
  rows: readonly T[],
  order: Readonly<{ keyOf(row: T): Key; compare(a: Key, b: Key): number }>,
  page: Readonly<{ limit: number; after?: Key; encode(key: Key): string }>,
): Slice<T> {
  const sorted = rows.toSorted((a, b) => order.compare(order.keyOf(a), order.keyOf(b)))
  const { after } = page
  const rest =
    after === undefined ? sorted : sorted.filter((row) => order.compare(order.keyOf(row), after) > 0)
  const shown = rest.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rest.length > shown.length && last !== undefined
  return { rows: shown, total: rows.length, ...(more ? { cursor: page.encode(order.keyOf(last)) } : {}) }
}

// A complete reading of one page of a list held whole. A page past the last row proves nothing about the list, so it
// is `unproven`, never `empty`.
export function toSliceReading<T>(
  value: T,
  slice: Slice<unknown>,
  facts: Omit<CompleteFacts, 'items' | 'total' | 'cursor'>,
): Reading<T> {
  const { proof, ...rest } = facts
  const isPastEnd = slice.rows.length === 0 && slice.total > 0
  return complete(value, {
    ...rest,
    ...(isPastEnd ? { unproven: 'past_the_last_page' } : proof === undefined ? {} : { proof }),
    items: slice.rows.length,
    total: slice.total,
    ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }),
  })
}

export type RowKey = readonly (string | number)[]

// The same by keys of several texts and numbers, compared from left to right (negate a number to turn its order
// round), with an opaque cursor. Throws ArgumentError for a cursor that is not one.
export function sliceByKey<T>(
  rows: readonly T[],
  keyOf: (row: T) => RowKey,
  page: Readonly<{ limit: number; cursor?: string | undefined }>,
): Slice<T> {
  const after = page.cursor === undefined ? {} : { after: decodeCursor(page.cursor) }
  const encode = (key: RowKey) => Buffer.from(JSON.stringify(key)).toString('base64url')
  return slicePage(rows, { keyOf, compare: compareKeys }, { limit: page.limit, encode, ...after })
}

function compareKeys(a: RowKey, b: RowKey): number {
  for (const [index, left] of a.entries()) {
    const right = b[index]
    if (right === undefined || left === right) continue
    return left < right ? -1 : 1
  }
  return 0
}

function decodeCursor(cursor: string): RowKey {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const isKey = Array.isArray(key) && key.every((one) => ['string', 'number'].includes(typeof one))
    if (isKey) return key as RowKey // every element was just checked
  } catch {}
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this operation gave',
    fix: 'leave cursor out to start at the first page',
  })
}
