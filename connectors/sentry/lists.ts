import { type Paged, readPages } from '@vedette/connectors/kit'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { Ask, SentryClient } from './client.ts'

type List<S extends z.ZodType> = Omit<Ask<z.ZodType>, 'schema'> & Readonly<{ row: S }>

// Where Sentry must say whether there is another page, silence is no end: somebody in between took the header.
function nextOf(paging: Readonly<{ next: string | undefined }> | undefined) {
  if (paging === undefined) throw new SourceError('unusable', { why: 'malformed' })
  return paging.next === undefined ? {} : { next: paging.next }
}

// Reads a list to its end, or to `maxPages` (20) of 100 rows.
export async function readList<S extends z.ZodType>(
  client: SentryClient,
  { row, query = {}, ...ask }: List<S>,
  maxPages = 20,
): Promise<Paged<z.output<S>>> {
  const schema = z.array(row)
  return readPages<z.output<S>>(
    async (cursor) => {
      const at = cursor === undefined ? {} : { cursor }
      const { value, paging } = await client.ask({
        ...ask,
        query: { ...query, per_page: '100', ...at },
        schema,
      })
      return { items: value, ...nextOf(paging) }
    },
    { maxItems: 100_000, maxPages },
  )
}

type Search<S extends z.ZodType, T> = Omit<Ask<S>, 'query'> &
  Readonly<{
    query: Readonly<Record<string, string | readonly string[]>>
    rowsOf: (answer: z.output<S>) => readonly T[]
    // Tells that an answer is of a part of the data only.
    isPartial?: (answer: z.output<S>) => boolean
  }>

// `cursor` reads on where the search was cut at a page's border.
export type Found<T> = Readonly<{ paged: Paged<T>; cursor: string | undefined; isPartial: boolean }>

// Reads `limit` rows of a search, in its own order, from a cursor of an earlier one. The cursor holds the size of its
// page, without which Sentry's own would count rows wrongly.
export async function readSearch<S extends z.ZodType, T>(
  client: SentryClient,
  { query, rowsOf, isPartial = () => false, ...ask }: Search<S, T>,
  page: Readonly<{ limit: number; cursor?: string | undefined }>,
): Promise<Found<T>> {
  const start = parseCursor(page.cursor)
  const rows = start?.rows ?? (page.limit <= 100 ? page.limit : Math.ceil(page.limit / 2))
  let doubt = false
  const paged = await readPages<T>(
    async (cursor) => {
      const at = cursor === undefined ? {} : { cursor }
      const { value, paging } = await client.ask({
        ...ask,
        query: { ...query, per_page: String(rows), ...at },
      })
      doubt ||= isPartial(value)
      return { items: rowsOf(value), ...nextOf(paging) }
    },
    // Whole pages only: a page that is cut has no cursor that reads on.
    {
      maxItems: 1000,
      maxPages: Math.ceil(page.limit / rows),
      ...(start === undefined ? {} : { start: start.cursor }),
    },
  )
  const next = paged.stop === 'cap' ? paged.next : undefined
  return { paged, cursor: next === undefined ? undefined : `${rows}~${next}`, isPartial: doubt }
}

function parseCursor(text: string | undefined): Readonly<{ rows: number; cursor: string }> | undefined {
  if (text === undefined) return undefined
  const [, rows, cursor] = /^([1-9]\d?|100)~([\w:.|-]{1,256})$/.exec(text) ?? []
  if (rows !== undefined && cursor !== undefined) return { rows: Number(rows), cursor }
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this operation gave',
    fix: 'leave cursor out to start at the first page',
  })
}
