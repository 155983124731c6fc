import { toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, type Reading } from '@vedette/proto/connector'
import type { Part, Proof, Scope } from '@vedette/proto/visibility'
import type { RabbitmqClient } from './client.ts'

export type Facts = Readonly<{
  client: RabbitmqClient
  context: CallContext
  items: number
  // Set when our own cap left queues out.
  isCut?: boolean
  proof?: Proof
  // Why what was read may be less than what is there.
  doubt?: string | undefined
  // Virtual hosts that could not be read.
  failed?: readonly Part[]
  page?: Readonly<{ total: number; cursor?: string | undefined }>
}>

// What an instance's answers cover.
export function toScope(client: RabbitmqClient): Scope {
  return { instance: client.instance }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export function toReading<T>(value: T, facts: Facts): Reading<T> {
  const scope = toScope(facts.client)
  const failed = (facts.failed ?? []).map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  return partialOf(value, [toPart(facts, scope), ...failed])
}

function toPart(facts: Facts, scope: Scope): Part {
  const { items, page } = facts
  const seen = { scope, as_of: toRfc3339(facts.context.clock.now()) }
  if (facts.isCut === true)
    return { ...seen, state: 'truncated', cap: 'rows', at_least: page?.total ?? items }
  if (facts.doubt !== undefined) return { ...seen, state: 'unproven', why: facts.doubt }
  const cursor = page?.cursor === undefined ? {} : { cursor: page.cursor }
  if (items > 0)
    return { ...seen, state: 'read', items, ...(page === undefined ? {} : { total: page.total, ...cursor }) }
  if ((page?.total ?? 0) > 0) return { ...seen, state: 'unproven', why: 'past_the_last_page' }
  if (facts.proof === undefined) return { ...seen, state: 'unproven', why: 'no_proof' }
  return { ...seen, state: 'empty', items: 0, proof: facts.proof }
}
