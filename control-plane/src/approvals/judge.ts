import { NO_EFFECT_STATES } from '@vedette/proto/connector'
import { isReadClass, type Part, type State } from '@vedette/proto/visibility'
import type { PartOutcome } from '../dispatch/index.ts'

export type Verdict = Readonly<{ state: 'done' | 'void' | 'outcome_unknown'; why: string | null }>

// Words that stand for a refusal before anything was sent to a vendor.
const NOT_RUN: readonly State[] = Object.freeze([
  ...NO_EFFECT_STATES,
  'agent_offline',
  'denied_by_policy',
  'connector_down',
  'approval_required',
])
const REFUSED_BY_AGENT: readonly string[] = Object.freeze(['policy_mismatch', 'bad_signature'])

// What became of an effect: done only where the vendor confirmed it, void only where nothing can have happened, and
// everything else is not known.
export function judgeEffect(outcome: PartOutcome): Verdict {
  if (outcome.kind === 'gone') return { state: 'void', why: outcome.why }
  const { result } = outcome
  if (result.kind === 'refused')
    return { state: 'void', why: result.error.field === 'resource_version' ? 'object_changed' : 'refused' }
  if (result.kind === 'lost')
    return result.part.state === 'agent_offline' ? toVoid(result.part) : toUnknown(result.part)
  const [first] = result.parts
  if (first === undefined) return { state: 'outcome_unknown', why: 'no_parts' }
  // What was confirmed but cannot be read by us is not confirmed.
  if (result.parts.every((part) => part.state === 'read'))
    return outcome.read.instances.some((one) => one.outcome.seen)
      ? { state: 'done', why: null }
      : { state: 'outcome_unknown', why: 'schema_mismatch' }
  if (result.parts.some((part) => isReadClass(part.state))) return toUnknown(first)
  return result.parts.every(isNotRun) ? toVoid(first) : toUnknown(first)
}

function isNotRun({ state, why }: Part): boolean {
  return NOT_RUN.includes(state) || (state === 'unusable' && REFUSED_BY_AGENT.includes(why ?? ''))
}

function toVoid({ state, why }: Part): Verdict {
  return { state: 'void', why: state === 'approval_required' ? (why ?? state) : state }
}

function toUnknown({ state }: Part): Verdict {
  return { state: 'outcome_unknown', why: state }
}
