import { type Paged, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  type ReadingExtras,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Proof as ProofWord, Scope } from '@vedette/proto/visibility'
import type { DatadogClient } from './client.ts'
import { NOT_FOUND } from './errors.ts'
import { DIALECT } from './query.ts'

// What zero items rest on: a proof, or the reason why there is none.
export type Proof = Readonly<{ proof: ProofWord }> | Readonly<{ unproven: string }>

// Why an answer is less than what was asked for.
export type Cut = 'by_source' | 'rows' | 'page'

export type Facts = Readonly<{
  client: DatadogClient
  context: CallContext
  items: number
  proof?: Proof
  // Why what was found may stand on nothing, such as a zero that a function fills in.
  doubt?: string | undefined
  // Set when what was read may be less than what is there.
  cut?: Cut | undefined
  // Set when what was found is too old to answer with.
  newestAt?: number | undefined
  total?: number | undefined
  cursor?: string | undefined
  query?: string
  url?: string
  warnings?: readonly string[]
  // Halves that could not be read.
  failed?: readonly Part[]
}>

const MAX_QUERY = 8192

// The scope of what an instance says: its name, and the organisation as Datadog proved it.
export async function toScope(client: DatadogClient, context: CallContext): Promise<Scope> {
  return { backend: client.instance, tenant: await client.identify(context) }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export async function toReading<T>(value: T, facts: Facts): Promise<Reading<T>> {
  const scope = await toScope(facts.client, facts.context)
  const { query, url, warnings = [], failed = [] } = facts
  const extras: ReadingExtras = {
    ...(query === undefined ? {} : { query: query.slice(0, MAX_QUERY), dialect: DIALECT }),
    ...(url === undefined ? {} : { url }),
    ...(warnings.length === 0 ? {} : { warnings: warnings.slice(0, 20) }),
  }
  const parts = failed.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  return partialOf(value, [toPart(facts, scope), ...parts], extras)
}

function toPart(facts: Facts, scope: Scope): Part {
  const { items, proof, doubt, cut, newestAt, total, cursor, context } = facts
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const page = { ...(total === undefined ? {} : { total }), ...(cursor === undefined ? {} : { cursor }) }
  if (cut !== undefined)
    return {
      ...seen,
      state: 'truncated',
      cap: cut,
      at_least: items,
      ...(cursor === undefined ? {} : { cursor }),
    }
  if (items === 0 && (total ?? 0) > 0) return { ...seen, state: 'unproven', items, why: 'past_the_last_page' }
  if (items === 0) {
    if (proof === undefined) return { ...seen, state: 'unproven', items, why: 'no_proof' }
    if ('proof' in proof) return { ...seen, state: 'empty', items, proof: proof.proof }
    return { ...seen, state: 'unproven', items, why: proof.unproven }
  }
  if (doubt !== undefined) return { ...seen, state: 'unproven', items, why: doubt }
  if (newestAt !== undefined)
    return {
      ...seen,
      state: 'stale',
      newest_at: toRfc3339(newestAt),
      lag_ms: Math.max(0, context.clock.now() - newestAt),
    }
  if (cursor !== undefined && total === undefined)
    return { ...seen, state: 'truncated', cap: 'page', at_least: items, cursor }
  return { ...seen, state: 'read', items, ...page }
}

// Turns Datadog's 404 into an error of the argument that named the thing.
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
    message: `${field} names nothing that these keys can see`,
    fix: `take ${field} from the list that gives it`,
  })
}

// The part of a page that could not be read, beside what was read before it.
export function toFailed(paged: Paged<unknown>): readonly Part[] {
  return paged.stop === 'failed' ? [{ scope: {}, state: paged.error.state, ...paged.error.carried }] : []
}
