import { toRfc3339 } from '@vedette/connectors/kit'
import {
  type CallContext,
  complete,
  partial,
  type Reading,
  type ReadingExtras,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import type { PrometheusClient, Told } from './client.ts'

// What zero items rest on: a proof, or the reason why there is none.
export type Proof =
  | Readonly<{ proof: 'enumerated' | 'existence_checked' }>
  | Readonly<{ unproven: string }>
  | Readonly<{ newestAt: number; lagMs: number }>

export type Facts = Readonly<{
  items: number
  context: CallContext
  // Rows that exist beyond those given, when there is no cursor to read on with.
  cutTo?: number
  total?: number
  cursor?: string
  // Asked for only when nothing was found.
  proof?: Proof
  // Set when what was found may stand on nothing (a fallback), or on data that has ended.
  doubt?: Proof
  told: readonly Pick<Told<unknown>, 'warnings' | 'partial'>[]
  query?: string
  url?: string
}>

// The scope of what an instance says. The name is the configuration's: Prometheus has no identity of its own.
export function toScope(client: PrometheusClient): Scope {
  return { backend: client.instance }
}

// What a reply carries of a query at the most.
export const MAX_QUERY = 8192

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export function toReading<T>(client: PrometheusClient, value: T, facts: Facts): Reading<T> {
  const { items, context, told, total, cursor } = facts
  const warnings = told.flatMap((one) => one.warnings).slice(0, 20)
  const extras: ReadingExtras = {
    ...(facts.query === undefined ? {} : { query: facts.query.slice(0, MAX_QUERY), dialect: 'promql' }),
    ...(facts.url === undefined ? {} : { url: facts.url }),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
  const scope = toScope(client)
  const as_of = toRfc3339(context.clock.now())
  if (told.some((one) => one.partial))
    return partial(value, 'truncated', { scope, as_of, cap: 'by_source', at_least: items, ...extras })
  if (items === 0) return toNothing(value, facts.proof, { scope, as_of, extras })
  if (facts.doubt !== undefined && !('proof' in facts.doubt))
    return toDoubted(value, facts.doubt, { scope, as_of, items, extras })
  if (facts.cutTo !== undefined)
    return partial(value, 'truncated', { scope, as_of, cap: 'rows', at_least: facts.cutTo, ...extras })
  const page = { ...(total === undefined ? {} : { total }), ...(cursor === undefined ? {} : { cursor }) }
  return complete(value, { items, as_of, scope, ...page, ...extras })
}

type Common = Readonly<{ scope: Scope; as_of: string; items?: number; extras: ReadingExtras }>

function toNothing<T>(value: T, proof: Proof | undefined, common: Common): Reading<T> {
  const { scope, as_of, extras } = common
  if (proof !== undefined && 'proof' in proof)
    return complete(value, { items: 0, as_of, scope, proof: proof.proof, ...extras })
  return toDoubted(value, proof ?? { unproven: 'no_proof' }, common)
}

type Doubt = Exclude<Proof, { proof: string }>

function toDoubted<T>(value: T, doubt: Doubt, { scope, as_of, items, extras }: Common): Reading<T> {
  const shown = items === undefined ? {} : { items }
  if ('unproven' in doubt)
    return partial(value, 'unproven', { scope, as_of, why: doubt.unproven, ...shown, ...extras })
  const newest_at = toRfc3339(doubt.newestAt)
  return partial(value, 'stale', { scope, as_of, newest_at, lag_ms: doubt.lagMs, ...extras })
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export async function askPart<T>(
  scope: Scope,
  ask: () => Promise<T>,
): Promise<Readonly<{ value: T | undefined; failed: Part | undefined }>> {
  try {
    return { value: await ask(), failed: undefined }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { value: undefined, failed: { scope, state: error.state, ...error.carried } }
  }
}
