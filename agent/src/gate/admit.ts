import { type DenyRule, TIERS, type Tier } from '@vedette/proto/policy'
import type { Part } from '@vedette/proto/visibility'
import type { Call } from '@vedette/proto/wire'
import type { z } from 'zod'
import { isWriteTier } from '../config/index.ts'
import type { Instance, ServedHere } from '../host/index.ts'
import type { InstanceHealth } from '../prober/index.ts'
import type { ArgumentFault } from '../redactor/index.ts'
import { findDenied } from './find-denied.ts'

// What may happen with a verified call: run it, or answer at once without any connector work.
export type Admission =
  | Readonly<{ kind: 'run'; instance: Instance; served: ServedHere }>
  | Readonly<{ kind: 'parts'; parts: readonly Part[] }>
  | Readonly<{ kind: 'refused'; error: ArgumentFault }>

export type AdmissionFacts = Readonly<{
  rules: readonly DenyRule[]
  instances: ReadonlyMap<string, Instance>
  health(instance: string): InstanceHealth
  // True while the last probe still counts.
  isFresh(instance: string): boolean
  agentVersion: string
  labels: Readonly<Record<string, string>>
}>

// Judges a verified call: policy first, then what is served, then health, tier and arguments.
export function admitCall(call: Call, facts: AdmissionFacts): Admission {
  const instance = facts.instances.get(call.instance)
  const denied = findDenied(facts.rules, {
    operation: call.operation,
    arguments: call.arguments,
    connector: instance === undefined ? [call.instance] : [instance.name, instance.connector.id],
    scopes: facts.health(call.instance).scopes,
    labels: facts.labels,
  })
  if (denied !== null) return toParts(denied)
  const served = instance?.served.get(call.operation)
  if (instance === undefined || served === undefined || served.operation.contract !== call.contract)
    return toParts([{ scope: {}, state: 'not_served', agent_version: facts.agentVersion }])
  const unhealthy = findUnhealthy(instance, facts)
  if (unhealthy !== null) return toParts([unhealthy])
  if (needsApproval(call, served.tier)) return toParts([{ scope: {}, state: 'approval_required' }])
  const parsed = served.operation.input.safeParse(call.arguments)
  if (!parsed.success) return { kind: 'refused', error: toFault(parsed.error) }
  return { kind: 'run', instance, served }
}

function toParts(parts: readonly Part[]): Admission {
  return { kind: 'parts', parts }
}

function findUnhealthy(instance: Instance, facts: AdmissionFacts): Part | null {
  const { health, reason, code, since } = facts.health(instance.name)
  if (health === 'not_configured')
    return { scope: {}, state: 'not_configured', reason: reason ?? 'not_requested' }
  if (code === 'scope_mismatch') return { scope: {}, state: 'unusable', why: 'scope_mismatch' }
  if (health !== 'down' || !facts.isFresh(instance.name)) return null
  return { scope: {}, state: 'connector_down', code: code ?? 'down', since: new Date(since).toISOString() }
}

// The tier that holds here is ours to say: a call judged as a lower one, or a write without approval, does not run.
function needsApproval(call: Call, tier: Tier): boolean {
  if (isWriteTier(tier) && !call.approval) return true
  return TIERS.indexOf(call.tier) < TIERS.indexOf(tier) && !call.approval
}

function toFault(error: z.ZodError): ArgumentFault {
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys')
    return {
      code: 'invalid_argument',
      field: (issue.keys[0] ?? 'arguments').slice(0, 128),
      message: 'this operation has no such argument',
      fix: 'leave it out',
    }
  const field = issue?.path.map(String).join('.').slice(0, 128)
  return {
    code: 'invalid_argument',
    field: field === undefined || field === '' ? 'arguments' : field,
    message: (issue?.message ?? 'is not valid').slice(0, 512),
    fix: "give a value that fits the operation's schema",
  }
}
