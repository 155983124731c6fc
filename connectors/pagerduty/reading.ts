import { askHalf, type Paged, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Proof as ProofWord, Scope } from '@vedette/proto/visibility'
import type { PagerdutyClient } from './client.ts'
import { NOT_FOUND } from './errors.ts'

// What zero items rest on: a proof, or the reason why there is none.
export type Proof = Readonly<{ proof: ProofWord }> | Readonly<{ unproven: string }>

export type Facts = Readonly<{
  client: PagerdutyClient
  context: CallContext
  items: number
  proof?: Proof
  // Set for lists over the account, of which a token that does not see every team is shown a part without a word.
  isAccountWide?: boolean
  // Set when what was read may be less than what is there.
  cut?: 'by_source' | 'rows' | 'page' | undefined
  total?: number | undefined
  cursor?: string | undefined
  url?: string | undefined
  // Halves that could not be read.
  failed?: readonly Part[]
  // Set when nothing was read but what failed: zero items then say nothing of their own.
  isBlind?: boolean
}>

const HIDDEN = 'this_token_may_not_see_all_teams'

// The scope of what an instance says: its name, and the account as PagerDuty proved it.
export async function toScope(client: PagerdutyClient, context: CallContext): Promise<Scope> {
  return { backend: client.instance, tenant: (await client.identify(context)).account }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export async function toReading<T>(value: T, facts: Facts): Promise<Reading<T>> {
  const { client, context, failed = [], url } = facts
  const scope = await toScope(client, context)
  const { seesAll } = await client.identify(context)
  const parts = failed.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  const isHidden = facts.isAccountWide === true && !seesAll
  const own = facts.isBlind === true ? [] : [toPart(facts, scope, isHidden)]
  return partialOf(value, [...own, ...parts], url === undefined ? {} : { url })
}

function toPart(facts: Facts, scope: Scope, isHidden: boolean): Part {
  const { items, proof, cut, total, cursor, context } = facts
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const more = cursor === undefined ? {} : { cursor }
  if (cut !== undefined) return { ...seen, state: 'truncated', cap: cut, at_least: items, ...more }
  const unproven = (why: string): Part => ({ ...seen, state: 'unproven', items, why })
  if (items === 0 && (total ?? 0) > 0) return unproven('past_the_last_page')
  if (items === 0) {
    if (isHidden) return unproven(HIDDEN)
    if (proof === undefined) return unproven('no_proof')
    if ('unproven' in proof) return unproven(proof.unproven)
    return { ...seen, state: 'empty', items, proof: proof.proof }
  }
  if (isHidden) return { ...seen, state: 'truncated', cap: 'by_source', at_least: items, ...more }
  return { ...seen, state: 'read', items, ...(total === undefined ? {} : { total }), ...more }
}

// Why a list is not whole: our own cap on pages, or a page that could not be read.
export function cutOf(paged: Paged<unknown>): Facts['cut'] {
  if (paged.stop === 'end') return undefined
  return paged.stop === 'cap' ? 'page' : 'by_source'
}

// The part of a page that could not be read, beside what was read before it.
export function toFailed(paged: Paged<unknown>): readonly Part[] {
  return paged.stop === 'failed' ? [{ scope: {}, state: paged.error.state, ...paged.error.carried }] : []
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export function askPart<T>(ask: () => Promise<T>) {
  return askHalf({}, ask)
}

// Turns PagerDuty's 404 into an error of the argument that named the thing.
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
