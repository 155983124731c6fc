import { askHalf, type Paged, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  type ReadingExtras,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Proof as ProofWord, Scope } from '@vedette/proto/visibility'
import type { SentryClient } from './client.ts'
import { NOT_FOUND } from './errors.ts'

// The name of Sentry's search language, in answers and refusals.
export const DIALECT = 'sentry'

// What zero items rest on: a proof, or the reason why there is none.
export type Proof = Readonly<{ proof: ProofWord }> | Readonly<{ unproven: string }>

export type Facts = Readonly<{
  client: SentryClient
  context: CallContext
  items: number
  proof?: Proof
  // Set when what was read may be less than what is there.
  cut?: 'by_source' | 'rows' | 'page' | undefined
  total?: number | undefined
  cursor?: string | undefined
  query?: string | undefined
  url?: string | null | undefined
  // Halves that could not be read.
  failed?: readonly Part[]
}>

// The scope of what an instance says: its name, and the organisation as Sentry proved it.
export async function toScope(client: SentryClient, context: CallContext): Promise<Scope> {
  return { backend: client.instance, tenant: (await client.identify(context)).slug }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export async function toReading<T>(value: T, facts: Facts): Promise<Reading<T>> {
  const { client, context, failed = [], url, query } = facts
  const scope = await toScope(client, context)
  const parts = failed.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  const extras: ReadingExtras = {
    ...(url == null ? {} : { url }),
    ...(query === undefined ? {} : { query: query.slice(0, 8192), dialect: DIALECT }),
  }
  return partialOf(value, [toPart(facts, scope), ...parts], extras)
}

function toPart({ items, proof, cut, total, cursor, context }: Facts, scope: Scope): Part {
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const more = cursor === undefined ? {} : { cursor }
  if (cut !== undefined) return { ...seen, state: 'truncated', cap: cut, at_least: items, ...more }
  const unproven = (why: string): Part => ({ ...seen, state: 'unproven', items, why })
  if (items === 0 && (total ?? 0) > 0) return unproven('past_the_last_page')
  if (items === 0) {
    if (proof === undefined) return unproven('no_proof')
    if ('unproven' in proof) return unproven(proof.unproven)
    return { ...seen, state: 'empty', items, proof: proof.proof }
  }
  return { ...seen, state: 'read', items, ...(total === undefined ? {} : { total }), ...more }
}

// Why a list is not whole: our own cap, or a page that could not be read.
export function cutOf(paged: Paged<unknown>): Facts['cut'] {
  if (paged.stop === 'end') return undefined
  return paged.stop === 'cap' ? paged.cap : 'by_source'
}

// The part of a page that could not be read, beside what was read before it.
export function toFailed(paged: Paged<unknown>): readonly Part[] {
  return paged.stop === 'failed' ? [{ scope: {}, state: paged.error.state, ...paged.error.carried }] : []
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export function askPart<T>(ask: () => Promise<T>) {
  return askHalf({}, ask)
}

// Turns Sentry's 404 into an error of the argument that named the thing.
export async function askOne<T>(field: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof SourceError) || error.carried.code !== NOT_FOUND) throw error
    throw notFound(field)
  }
}

// The error of an argument that names nothing.
export function notFound(field: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `${field} names nothing that this token can see`,
    fix: `take ${field} from the list that gives it`,
  })
}
