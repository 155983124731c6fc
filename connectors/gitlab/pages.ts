import { type Paged, readPages } from '@vedette/connectors/kit'
import { z } from 'zod'
import type { Ask, GitlabClient } from './client.ts'

const ROWS = 100

// A list that GitLab pages by number.
export type Listed<Row extends z.ZodType> = Omit<Ask<z.ZodType>, 'schema'> &
  Readonly<{
    row: Row
    // Tells that no later row can matter, in the order in which GitLab gives them.
    isPast?: (row: z.output<Row>) => boolean
    maxPages?: number
  }>

// Reads a list to its end, to a row that is past what is wanted, or to `maxPages` (10). Totals are left out by GitLab
// above 10,000 rows and for some lists; a full page is followed whether its headers name a next one or not.
export async function readList<Row extends z.ZodType>(
  client: GitlabClient,
  { row, isPast, maxPages = 10, ...ask }: Listed<Row>,
): Promise<Paged<z.output<Row>>> {
  return readPages<z.output<Row>>(
    async (cursor = '1') => {
      const query = { ...ask.query, per_page: String(ROWS), page: cursor }
      const { data, headers } = await client.askWhole({ ...ask, query, schema: z.array(row) })
      const told = headers['x-next-page'] ?? ''
      const isMore = data.length >= ROWS || /^\d+$/.test(told) || /rel="?next\b/.test(headers['link'] ?? '')
      const isDone = isPast !== undefined && endsPast(data, isPast)
      return { items: data, ...(isMore && !isDone ? { next: String(Number(cursor) + 1) } : {}) }
    },
    { maxItems: 100_000, maxPages },
  )
}

// Whether the rows go on past what is wanted: a wanted one after one that is past shows that they are in no such order.
function endsPast<Row>(rows: readonly Row[], isPast: (row: Row) => boolean): boolean {
  const first = rows.findIndex(isPast)
  return first !== -1 && rows.slice(first).every(isPast)
}
