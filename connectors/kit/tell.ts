import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  SourceError,
} from '@vedette/proto/connector'
import type { Part, Proof as ProofWord, Scope } from '@vedette/proto/visibility'
import { parseInstant, toRfc3339 } from './window.ts'

// A span of time in epoch milliseconds.
export type Span = Readonly<{ from: number; to: number }>

// What zero items rest on: a proof, or the reason why there is none.
export type Evidence = Readonly<{ proof: ProofWord }> | Readonly<{ unproven: string }>

export type ToldFacts = Readonly<{
  context: CallContext
  scope: Scope
  items: number
  // Asked for only when nothing was found.
  evidence?: Evidence | undefined
  // Why what was found may stand on nothing.
  doubt?: string | undefined
  // Set when what was read may be less than what is there.
  cut?: 'by_source' | 'rows' | 'page' | undefined
  // Epoch milliseconds of the newest datum, when it is older than the window needs.
  newestAt?: number | undefined
  total?: number | undefined
  cursor?: string | undefined
  query?: string | undefined
  dialect?: string | undefined
  url?: string | undefined
  warnings?: readonly string[]
  // Parts that could not be read, or were read beside this one.
  beside?: readonly Part[]
}>

const MAX_QUERY = 8192

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export function tellReading<T>(value: T, facts: ToldFacts): Reading<T> {
  const { query, dialect, url, warnings = [], beside = [], scope } = facts
  return partialOf(
    value,
    [tellPart(facts), ...beside.map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))],
    {
      ...(query === undefined ? {} : { query: query.slice(0, MAX_QUERY) }),
      ...(query === undefined || dialect === undefined ? {} : { dialect }),
      ...(url === undefined ? {} : { url }),
      ...(warnings.length === 0 ? {} : { warnings: warnings.slice(0, 20).map((one) => one.slice(0, 512)) }),
    },
  )
}

// The part that the same facts make, for answers that stand on several.
export function tellPart(facts: ToldFacts): Part {
  const { scope, items, evidence, doubt, cut, newestAt, total, cursor, context } = facts
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const reads = cursor === undefined ? {} : { cursor }
  if (cut !== undefined) return { ...seen, state: 'truncated', cap: cut, at_least: items, ...reads }
  if (items === 0 && (total ?? 0) > 0) return { ...seen, state: 'unproven', items, why: 'past_the_last_page' }
  if (items === 0) {
    if (evidence !== undefined && 'proof' in evidence)
      return { ...seen, state: 'empty', items, proof: evidence.proof }
    return { ...seen, state: 'unproven', items, why: evidence?.unproven ?? 'no_proof' }
  }
  if (doubt !== undefined) return { ...seen, state: 'unproven', items, why: doubt }
  if (newestAt !== undefined) {
    const lag_ms = Math.max(0, context.clock.now() - newestAt)
    return { ...seen, state: 'stale', newest_at: toRfc3339(newestAt), lag_ms }
  }
  if (cursor !== undefined && total === undefined)
    return { ...seen, state: 'truncated', cap: 'page', at_least: items, cursor }
  return { ...seen, state: 'read', items, ...(total === undefined ? {} : { total }), ...reads }
}

// Runs one half of a question: its own failure becomes its part's word, and `undefined` its value.
export async function askHalf<T>(
  scope: Scope,
  ask: () => Promise<T>,
): Promise<Readonly<{ value: T | undefined; failed: readonly Part[] }>> {
  try {
    return { value: await ask(), failed: [] }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { value: undefined, failed: [{ scope, state: error.state, ...error.carried }] }
  }
}

// Reads `from` and `to`; an end in the future is now. Throws ArgumentError when nothing lies between them.
export function readSpan(input: Readonly<{ from: string; to: string }>, context: CallContext): Span {
  const from = parseInstant(input.from, 'from')
  const to = Math.min(parseInstant(input.to, 'to'), context.clock.now())
  if (from < to) return { from, to }
  throw new ArgumentError({
    field: 'from',
    message: 'the window is empty: from is not before to, or lies in the future',
    fix: 'give a from that is before to and before now',
  })
}
