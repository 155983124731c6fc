import { type DenyRule, effectiveRules } from '@vedette/proto/policy'
import type { AgentView } from '../fleet/types.ts'
import { hashRules } from './check.ts'
import { localRules, toRule } from './effect.ts'
import type { AgentPolicy } from './types.ts'

// The remote list that is in force by the store: version 0 without rules where none was ever applied.
export type Applied = Readonly<{ version: number; rules: readonly DenyRule[]; hash: string }>

export const NOTHING: Applied = Object.freeze({ version: 0, rules: Object.freeze([]), hash: hashRules([]) })

type Reported = NonNullable<AgentView['policy']>
const expected = new WeakMap<Reported, WeakMap<Applied, string>>()

// The hash over what an agent must enforce: the local rules that it reports and the applied ones.
export function expectedHash(policy: Reported, applied: Applied): string {
  const known = expected.get(policy) ?? new WeakMap<Applied, string>()
  expected.set(policy, known)
  const hash = known.get(applied) ?? hashRules(effectiveRules(localRules(policy), applied.rules))
  known.set(applied, hash)
  return hash
}

// How far an agent is with the applied policy. `isOverdue`: it was sent long enough ago to be taken by now.
export function toAgentPolicy(view: AgentView, applied: Applied, isOverdue: boolean): AgentPolicy {
  const { agent, name, policy } = view
  const facts = {
    agent,
    name,
    detail: policy?.reason ?? null,
    remote_version: policy?.remote_version ?? null,
    local_hash: policy?.local_hash ?? null,
    effective_hash: policy?.effective_hash ?? null,
    expected_hash: policy === null ? null : expectedHash(policy, applied),
  }
  return { ...facts, ...judge(view, applied, isOverdue) }
}

function judge(
  view: AgentView,
  applied: Applied,
  isOverdue: boolean,
): Pick<AgentPolicy, 'status' | 'reason'> {
  const { policy } = view
  if (view.status === 'disputed') return { status: 'APPLYING', reason: 'disputed' }
  if (view.status === 'offline') return { status: 'APPLYING', reason: 'agent_offline' }
  if (policy === null) return { status: 'APPLYING', reason: 'not_reported' }
  if (policy.remote_version > applied.version) return { status: 'FAILED', reason: 'newer_version' }
  if (policy.status === 'FAILED') return { status: 'FAILED', reason: 'refused_by_agent' }
  if (policy.remote_version < applied.version)
    return isOverdue ? { status: 'FAILED', reason: 'not_taken' } : { status: 'APPLYING', reason: 'pushed' }
  return isProved(policy, applied) && policy.status === 'APPLIED'
    ? { status: 'APPLIED', reason: null }
    : { status: 'FAILED', reason: 'hash_mismatch' }
}

// The agent's word is not enough: every hash is taken again over the rules that it says it enforces.
function isProved(policy: Reported, applied: Applied): boolean {
  const effective = hashRules(policy.rules.map(toRule))
  return (
    policy.remote_hash === applied.hash &&
    policy.local_hash === hashRules(localRules(policy)) &&
    policy.effective_hash === effective &&
    effective === expectedHash(policy, applied)
  )
}
