import { type Paged, readPages } from '@vedette/connectors/kit'
import type { z } from 'zod'
import type { Ask, GithubClient } from './client.ts'

export const ROWS = 100

// A list that GitHub pages by number.
export type Listed<S extends z.ZodType, Row> = Ask<S> &
  Readonly<{
    rowsOf(answer: z.output<S>): readonly Row[]
    // Tells that no later row can matter, in the order in which GitHub gives them.
    isPast?: (row: Row) => boolean
    maxPages?: number
    rows?: number
  }>

// Reads a list to its end, to a row that is past what is wanted, or to `maxPages` (10). A full page without a link is
// followed all the same, for something in between may have dropped the header.
export async function readList<S extends z.ZodType, Row>(
  client: GithubClient,
  list: Listed<S, Row>,
): Promise<Paged<Row> & Readonly<{ first: z.output<S> | undefined }>> {
  const { rowsOf, isPast, maxPages = 10, rows = ROWS, ...ask } = list
  let first: z.output<S> | undefined
  const paged = await readPages<Row>(
    async (cursor = '1') => {
      const query = { ...ask.query, per_page: String(rows), page: cursor }
      const { data, headers } = await client.askWhole({ ...ask, query })
      first ??= data
      const items = rowsOf(data)
      const isDone = isPast !== undefined && endsPast(items, isPast)
      const isMore = items.length >= rows || /<[^>]*>;\s*rel="?next\b/.test(headers['link'] ?? '')
      return { items, ...(isMore && !isDone ? { next: String(Number(cursor) + 1) } : {}) }
    },
    { maxItems: 100_000, maxPages },
  )
  return { ...paged, first }
}

// Whether the rows go on past what is wanted: a wanted one after one that is past shows that they are in no such order.
function endsPast<Row>(rows: readonly Row[], isPast: (row: Row) => boolean): boolean {
  const first = rows.findIndex(isPast)
  return first !== -1 && rows.slice(first).every(isPast)
}
