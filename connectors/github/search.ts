import { ArgumentError, type CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GithubClient } from './client.ts'

// Results that GitHub gives of one search at the most.
const MAX_RESULTS = 1000

// A caller's words, each quoted: none of them can become a qualifier of the search. Throws ArgumentError when nothing is
// left to look for, as that would find everything.
export function quoteWords(text: string): string {
  const words = text
    .replaceAll(/["\\\p{Cc}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length > 0) return words.map((word) => `"${word}"`).join(' ')
  throw new ArgumentError({ field: 'query', message: 'query holds no word', fix: 'give a word to look for' })
}

// A caller's value of a qualifier, quoted. Throws ArgumentError for one that would end the quotes.
export function qualify(name: string, value: string, field: string): string {
  if (!/["\\\p{Cc}]/u.test(value)) return `${name}:"${value}"`
  throw new ArgumentError({
    field,
    message: `${field} holds a quotation mark`,
    fix: `leave it out of ${field}`,
  })
}

type Found<Row> = Readonly<{
  rows: readonly Row[]
  total: number
  cursor: string | undefined
  // Set when GitHub ran out of time, or will not give results beyond its own limit.
  isCut: boolean
}>

type Search<Row extends z.ZodType> = Readonly<{
  // Below /search.
  what: string
  query: Readonly<Record<string, string>>
  row: Row
  needs: readonly string[]
  repo: string | undefined
  accept?: string
}>

// One page of a search. GitHub says itself when it has not looked everywhere.
export async function search<Row extends z.ZodType>(
  client: GithubClient,
  { what, row, repo, query, ...ask }: Search<Row>,
  page: Readonly<{ limit: number; cursor: string | undefined; context: CallContext }>,
): Promise<Found<z.output<Row>>> {
  const number = toNumber(page.cursor)
  const told = await client.ask({
    ...ask,
    path: ['search', what],
    query: { ...query, per_page: String(page.limit), page: String(number) },
    schema: z.object({ total_count: z.number(), incomplete_results: z.boolean(), items: z.array(row) }),
    context: page.context,
    ...(repo === undefined ? {} : { repo }),
  })
  const seen = number * page.limit
  const more = told.total_count > seen && told.items.length > 0
  return {
    rows: told.items,
    total: told.total_count,
    cursor: more && seen < MAX_RESULTS ? String(number + 1) : undefined,
    isCut: told.incomplete_results || (more && seen >= MAX_RESULTS),
  }
}

function toNumber(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  if (/^[1-9]\d{0,3}$/.test(cursor)) return Number(cursor)
  throw new ArgumentError({
    field: 'cursor',
    message: 'cursor is not one that this operation gave',
    fix: 'leave cursor out to start at the first page',
  })
}
