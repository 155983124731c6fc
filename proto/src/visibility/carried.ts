import { type Carried, type Part, UNUSABLE_WHYS } from './source.ts'
import { isState, type State } from './states.ts'

type Check = (part: Part) => boolean

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isAmount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const PROOFS: readonly unknown[] = ['enumerated', 'existence_checked']
const WHYS: readonly unknown[] = UNUSABLE_WHYS

// What each word must carry, by the name of the field (two names where either will do).
const MUST_CARRY: Readonly<Record<State, Readonly<Record<string, Check>>>> = Object.freeze({
  read: {
    items: (part) => isCount(part.items) && Number(part.items) > 0,
    as_of: (part) => isTime(part.as_of),
  },
  empty: { proof: (part) => PROOFS.includes(part.proof) },
  unproven: { why: (part) => isText(part.why) },
  truncated: { cap: (part) => isText(part.cap), at_least: (part) => isCount(part.at_least) },
  stale: { newest_at: (part) => isTime(part.newest_at), lag_ms: (part) => isAmount(part.lag_ms) },
  not_needed: { 'covered_by or because': (part) => isText(part.covered_by) || isText(part.because) },
  capped: { limit: (part) => isAmount(part.limit), next: (part) => isText(part.next?.tool) },
  denied_by_policy: { rule: (part) => isText(part.rule) },
  approval_required: { pending_action_id: (part) => isText(part.pending_action_id) },
  not_configured: { reason: (part) => isText(part.reason) },
  not_served: { agent_version: (part) => isText(part.agent_version) },
  out_of_reach: { scope: (part) => Object.keys(part.scope).length > 0 },
  agent_offline: { last_seen: (part) => isText(part.last_seen) },
  connector_down: { code: (part) => isText(part.code), since: (part) => isText(part.since) },
  timed_out: { waited_ms: (part) => isAmount(part.waited_ms), phase: (part) => isText(part.phase) },
  unauthorized: { credential: (part) => isText(part.credential) },
  forbidden: {},
  throttled: { retry_after_ms: (part) => isAmount(part.retry_after_ms), by: (part) => isText(part.by) },
  upstream_failed: { 'status or errno': (part) => isCount(part.status) || isText(part.errno) },
  unusable: { why: (part) => WHYS.includes(part.why) },
})

// The fields that the part's word must carry and that are missing or broken; empty when all is there.
export function checkCarried(part: Part): readonly string[] {
  if (!isState(part.state)) return ['state']
  return Object.entries(MUST_CARRY[part.state])
    .filter(([, holds]) => !holds(part))
    .map(([field]) => field)
}

// What may stand for a field that its origin could not know: a vendor that throttles without saying for how long is
// asked again at our own pace, and a connector does not know its agent's release.
const FALLBACKS: Readonly<Partial<Record<State, Known>>> = Object.freeze({
  throttled: { retry_after_ms: 30_000 },
  not_served: { agent_version: 'unknown' },
})

// What somebody else than the source may know of why it was not read; nothing that a read stands on is among it.
export type Known = Pick<
  Carried,
  | 'agent_version'
  | 'last_seen'
  | 'pending_action_id'
  | 'credential'
  | 'waited_ms'
  | 'phase'
  | 'retry_after_ms'
  | 'by'
  | 'code'
  | 'since'
  | 'reason'
  | 'rule'
  | 'limit'
  | 'next'
>

const READ_FIELDS: readonly string[] = [
  'items',
  'as_of',
  'proof',
  'at_least',
  'cap',
  'newest_at',
  'lag_ms',
  'why',
]

// The part with the fields that its word must carry filled from what the reader knows; what it says itself stays.
export function fillCarried<P extends Part>(part: P, known: Known): P {
  const lacking = checkCarried(part).filter((field) => !READ_FIELDS.includes(field))
  const filled = Object.entries(known).filter(
    ([field, value]) => lacking.includes(field) && value !== undefined,
  )
  return filled.length === 0 ? part : Object.freeze({ ...part, ...Object.fromEntries(filled) })
}

// A part or a source after repair: what names it stays, its word may be another.
export type Repaired<P extends Part> = Omit<P, keyof Part> & Part

// The part as it may be shown: what contradicts itself or lacks what its word must carry is lowered, never raised.
export function repairPart<P extends Part>(given: P): Repaired<P> {
  const word: string = given.state
  const part = isState(word) ? fillCarried(given, FALLBACKS[word] ?? {}) : given
  if (!isState(word)) return lower(part, { state: 'unusable', why: 'unknown_state' })
  if (word === 'read' && part.items === 0) return lower(part, { state: 'unproven', why: 'no_proof' })
  if (word === 'empty') return repairEmpty(part)
  if (checkCarried(part).length > 0) return lower(part, { state: 'unusable', why: 'malformed' })
  // A cursor without an exact total says that there is more and not how much: that is a cut, not a page.
  if (word === 'read' && part.cursor !== undefined && part.total === undefined)
    return lower(part, { state: 'truncated', cap: 'page', at_least: Number(part.items) })
  return part
}

function repairEmpty<P extends Part>(part: P): Repaired<P> {
  if ((part.items ?? 0) !== 0) return lower(part, { state: 'unusable', why: 'malformed' })
  const more = part.cursor !== undefined || (part.total ?? 0) !== 0
  if (more || checkCarried(part).length > 0) return lower(part, { state: 'unproven', why: 'no_proof' })
  return part
}

function lower<P extends Part>(part: P, change: Partial<Part>): Repaired<P> {
  const { proof: _, ...rest } = part
  // Only `proof` is taken away, and no Part needs it.
  return Object.freeze({ ...rest, ...change }) as unknown as Repaired<P>
}
