import { type Paged, readPages } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'

export type Listed<S extends z.ZodType> = Readonly<{
  path: readonly string[]
  query?: Readonly<Record<string, string | readonly string[]>>
  // The field that holds the rows.
  name: string
  row: S
  needs: string
  context: CallContext
  // Rows a page, 100 by default, and pages at most, 40.
  rows?: number
  maxPages?: number
  // Tells that no later row can be wanted: the list is then read as far as it needs to be.
  isPast?: (row: z.output<S>) => boolean
}>

// Reads a list page by page. `more` alone says whether there is another: PagerDuty counts no totals unless asked, and
// refuses offsets past 10,000, which our own cap never reaches.
export async function readList<S extends z.ZodType>(
  client: PagerdutyClient,
  list: Listed<S>,
): Promise<Paged<z.output<S>>> {
  const { path, query = {}, name, row, needs, context, rows = 100, maxPages = 40, isPast } = list
  const schema = z.looseObject({ more: z.boolean(), [name]: z.array(row) })
  return readPages<z.output<S>>(
    async (cursor) => {
      const offset = Number(cursor ?? 0)
      const answer = await client.ask({
        path,
        query: { ...query, limit: String(rows), offset: String(offset) },
        schema,
        needs,
        context,
      })
      const items = answer[name] as readonly z.output<S>[] // the schema above made it so
      const isDone = !answer.more || (isPast !== undefined && items.some(isPast))
      return { items, ...(isDone ? {} : { next: String(offset + Math.max(items.length, 1)) }) }
    },
    { maxItems: 100_000, maxPages },
  )
}
