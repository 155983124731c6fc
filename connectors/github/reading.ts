import { askHalf, type Paged, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Proof, Scope } from '@vedette/proto/visibility'
import type { GithubClient } from './client.ts'
import { NOT_FOUND, REFUSED } from './errors.ts'

export type Facts = Readonly<{
  client: GithubClient
  context: CallContext
  items: number
  // Why zero items may be shown as none.
  proof?: Proof | undefined
  // Why what was found may be less, or other, than what is there.
  doubt?: string | undefined
  cut?: 'by_source' | 'rows' | 'page' | 'bytes' | undefined
  total?: number | undefined
  cursor?: string | undefined
  query?: string
  url?: string | undefined
  // Halves that could not be read.
  failed?: readonly Part[]
}>

// The scope of what an instance says: its name, and the owner as GitHub proved it.
export async function toScope(client: GithubClient, context: CallContext): Promise<Scope> {
  return { backend: client.instance, tenant: (await client.identify(context)).login }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export async function toReading<T>(value: T, facts: Facts): Promise<Reading<T>> {
  const scope = await toScope(facts.client, facts.context)
  const { query, url, failed = [] } = facts
  const parts = failed.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  return partialOf(value, [toPart(facts, scope), ...parts], {
    ...(query === undefined ? {} : { query }),
    ...(url === undefined ? {} : { url }),
  })
}

function toPart({ items, proof, doubt, cut, total, cursor, context }: Facts, scope: Scope): Part {
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const next = cursor === undefined ? {} : { cursor }
  if (cut !== undefined) return { ...seen, state: 'truncated', cap: cut, at_least: items, ...next }
  if (doubt !== undefined) return { ...seen, state: 'unproven', items, why: doubt }
  if (items > 0 && cursor !== undefined && total === undefined)
    return { ...seen, state: 'truncated', cap: 'page', at_least: items, cursor }
  if (items > 0) return { ...seen, state: 'read', items, ...(total === undefined ? {} : { total }), ...next }
  if ((total ?? 0) > 0) return { ...seen, state: 'unproven', items, why: 'past_the_last_page' }
  if (proof === undefined) return { ...seen, state: 'unproven', items, why: 'no_proof' }
  return { ...seen, state: 'empty', items, proof }
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export function askPart<T>(half: string, ask: () => Promise<T>) {
  return askHalf({ half }, ask)
}

// The part of a half that could not be read.
export function toPartOf(half: string, error: SourceError): Part {
  return { scope: { half }, state: error.state, ...error.carried }
}

// The part of a page that could not be read, beside what was read before it.
export function toFailed(paged: Paged<unknown>): readonly Part[] {
  return paged.stop === 'failed' ? [toPartOf('later_pages', paged.error)] : []
}

// Why a list is not whole: our own cap on pages, or a page that could not be read.
export function cutOf(paged: Paged<unknown>): 'by_source' | 'page' | undefined {
  if (paged.stop === 'end') return undefined
  return paged.stop === 'cap' ? 'page' : 'by_source'
}

// Turns GitHub's 404 or 422 into an error of the argument; only for what lies in a repository that was seen.
export async function askOne<T>(field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof SourceError ? error.carried.code : undefined
    if (code === NOT_FOUND || code === REFUSED) throw notFound(field)
    throw error
  }
}

// The error of an argument that names nothing.
export function notFound(field: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `${field} names nothing that this credential can see`,
    fix: `take ${field} from the list that gives it`,
  })
}

// An id that is a number. Throws ArgumentError for another, which may be one of another source.
export function toNumber(text: string, field: string): string {
  if (/^\d{1,19}$/.test(text)) return text
  throw notFound(field)
}
