import { type Paged, readPages } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import type { Cut } from './reading.ts'

// A list that Datadog pages by number or by offset.
export type Listed<S extends z.ZodType> = Readonly<{
  path: readonly string[]
  query?: Readonly<Record<string, string>>
  // Names of the parameters of size and place, and whether the place counts pages or rows.
  page: Readonly<{ size: string; place: string; by: 'page' | 'row'; first?: number; rows: number }>
  // Takes the rows out of the answer.
  schema: S
  rowsOf: (answer: z.output<S>) => readonly unknown[]
  needs: string
  context: CallContext
  maxPages?: number
}>

// Reads a list to its end, or to `maxPages` (30). Each page is also given whole, for what lies beside its rows.
export async function readList<S extends z.ZodType>(
  client: DatadogClient,
  list: Listed<S>,
): Promise<Readonly<{ answers: readonly z.output<S>[]; paged: Paged<unknown> }>> {
  const { page, query = {}, rowsOf, ...ask } = list
  const answers: z.output<S>[] = []
  const first = page.first ?? 0
  let last: readonly unknown[] | undefined
  const paged = await readPages<unknown>(
    async (cursor) => {
      const place = cursor === undefined ? first : Number(cursor)
      const told = await client.ask({
        path: ask.path,
        query: { ...query, [page.size]: String(page.rows), [page.place]: String(place) },
        schema: ask.schema,
        needs: ask.needs,
        context: ask.context,
      })
      const rows = rowsOf(told)
      // The same short page again: this list knows no pages, and was given whole.
      if (rows.length < page.rows && isDeepEqual(rows, last)) return { items: [] }
      last = rows
      answers.push(told)
      const next = page.by === 'page' ? place + 1 : place + rows.length
      return { items: rows, ...(isLast(rows.length, page.rows) ? {} : { next: String(next) }) }
    },
    { maxItems: 100_000, maxPages: list.maxPages ?? 30 },
  )
  return { answers, paged }
}

// Whether a page is the last. One that is short by a round number may be cut by a smaller limit of Datadog's own, so the
// next one is asked for.
function isLast(rows: number, asked: number): boolean {
  return rows === 0 || (rows < asked && rows % 5 !== 0)
}

// Why a list is not whole: our own cap on pages, or a page that could not be read.
export function cutOf(paged: Paged<unknown>): Cut | undefined {
  if (paged.stop === 'end') return undefined
  return paged.stop === 'cap' ? 'page' : 'by_source'
}

// Whether a list was not read to its end.
export function isCut(paged: Paged<unknown>): boolean {
  return paged.stop !== 'end'
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

// An answer that is a list and nothing else.
export function listOf<S extends z.ZodType>(row: S) {
  return z.array(row)
}
