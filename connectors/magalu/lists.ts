import { type Paged, readPages, together } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { Ask, MagaluClient } from './client.ts'

// How a product pages: not at all, by rows, or by the number of a page.
type Paging = 'none' | 'offset' | 'number'

export type Listed<S extends z.ZodType> = Omit<Ask<z.ZodType>, 'schema'> &
  Readonly<{
    // The field that holds the rows; left out where the answer is the list itself.
    name?: string
    row: S
    paging?: Paging
    maxPages?: number
  }>

const ROWS = 50
const meta = z
  .union([
    z.looseObject({ page: z.looseObject({ total: z.number() }) }).transform(({ page }) => page.total),
    z.looseObject({ total: z.number() }).transform(({ total }) => total),
  ])
  .optional()
  .catch(undefined)

// Reads a list to its end, or to `maxPages` (40) of 50 rows. Where the product tells a total, that is the end, and a
// list that stops before it is broken; where it tells none, an empty page is.
export async function readList<S extends z.ZodType>(
  client: MagaluClient,
  { name, row, query = {}, paging = 'none', maxPages = 40, ...ask }: Listed<S>,
): Promise<Paged<z.output<S>>> {
  const rows = z.array(row)
  const schema = name === undefined ? rows : z.looseObject({ [name]: rows, meta })
  let seen = 0
  return readPages<z.output<S>>(
    async (cursor) => {
      const at = Number(cursor ?? 0)
      const answer: unknown = await client.ask({ ...ask, query: { ...query, ...toPage(paging, at) }, schema })
      const told = name === undefined ? { rows: answer } : { rows: Reflect.get(Object(answer), name), answer }
      const items = told.rows as readonly z.output<S>[] // the schema above made it so
      if (paging === 'none') return { items }
      seen += items.length
      const total: unknown = Reflect.get(Object(answer), 'meta')
      if (typeof total === 'number' && items.length === 0 && seen < total)
        throw new SourceError('unusable', { why: 'malformed' })
      const isEnd = items.length === 0 || (typeof total === 'number' && seen >= total)
      return { items, ...(isEnd ? {} : { next: String(paging === 'number' ? at + 1 : seen) }) }
    },
    { maxItems: 100_000, maxPages },
  )
}

function toPage(paging: Paging, at: number): Record<string, string> {
  if (paging === 'none') return {}
  return paging === 'offset'
    ? { _limit: String(ROWS), _offset: String(at) }
    : { items_per_page: String(ROWS), page: String(at + 1) }
}

// Asks one question for each of several things, at most four at a time, and keeps their order.
export async function mapSome<T, R>(
  items: readonly T[],
  ask: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const answers: R[] = []
  for (let at = 0; at < items.length; at += 4)
    answers.push(...(await together(items.slice(at, at + 4).map(ask))))
  return answers
}
