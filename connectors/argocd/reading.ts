import { askHalf, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, partialOf, type Reading } from '@vedette/proto/connector'
import type { Part, Proof, Scope } from '@vedette/proto/visibility'
import type { ArgocdClient } from './client.ts'

export type Facts = Readonly<{
  client: ArgocdClient
  context: CallContext
  items: number
  // Why zero items may be shown as none.
  proof?: Proof | undefined
  // Why what was found may be less, or other, than what is there.
  doubt?: string | undefined
  cut?: 'by_source' | 'rows' | 'bytes' | undefined
  // Set when nothing was reconciled for too long (epoch milliseconds).
  newestAt?: number | undefined
  total?: number | undefined
  cursor?: string | undefined
  url?: string | undefined
  // Projects and halves that could not be read.
  failed?: readonly Part[]
}>

// The scope of what an instance says: its name, and the account whose view it is, as Argo CD proved it.
export async function toScope(client: ArgocdClient, context: CallContext): Promise<Scope> {
  return { backend: client.instance, user: await client.identify(context) }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export async function toReading<T>(value: T, facts: Facts): Promise<Reading<T>> {
  const scope = await toScope(facts.client, facts.context)
  const { url, failed = [] } = facts
  const parts = failed.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  return partialOf(value, [toPart(facts, scope), ...parts], url === undefined ? {} : { url })
}

function toPart(facts: Facts, scope: Scope): Part {
  const { items, proof, doubt, cut, newestAt, total, cursor, context } = facts
  const now = context.clock.now()
  const seen = { scope, as_of: toRfc3339(now) }
  const next = cursor === undefined ? {} : { cursor }
  if (cut !== undefined) return { ...seen, state: 'truncated', cap: cut, at_least: items, ...next }
  if (doubt !== undefined) return { ...seen, state: 'unproven', items, why: doubt }
  if (newestAt !== undefined)
    return {
      ...seen,
      state: 'stale',
      items,
      newest_at: toRfc3339(newestAt),
      lag_ms: Math.max(0, now - newestAt),
    }
  if (items > 0) return { ...seen, state: 'read', items, ...(total === undefined ? {} : { total }), ...next }
  if ((total ?? 0) > 0) return { ...seen, state: 'unproven', items, why: 'past_the_last_page' }
  if (proof === undefined) return { ...seen, state: 'unproven', items, why: 'no_proof' }
  return { ...seen, state: 'empty', items, proof }
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export function askPart<T>(half: string, ask: () => Promise<T>) {
  return askHalf({ half }, ask)
}

// The error of an argument that names nothing.
export function notFound(field: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `${field} names nothing that this account can see`,
    fix: `take ${field} from the list that gives it`,
  })
}
