import type { DenyRule } from '@vedette/proto/policy'
import type { Part } from '@vedette/proto/visibility'
import type { Call } from '@vedette/proto/wire'
import type { z } from 'zod'
import type { Instance, ServedHere } from '../host/index.ts'
import type { InstanceHealth } from '../prober/index.ts'
import type { ArgumentFault } from '../redactor/index.ts'
import { type ApprovalFacts, findApprovalFault, toPermitted } from './approvals.ts'
import { type Exclusion, findDenied } from './find-denied.ts'

// What may happen with a verified call: run it, or answer at once without any connector work.
export type Admission =
  | Readonly<{ kind: 'run'; instance: Instance; served: ServedHere; narrowed?: Narrowed }>
  | Readonly<{ kind: 'parts'; parts: readonly Part[] }>
  | Readonly<{ kind: 'refused'; error: ArgumentFault }>

// What policy takes out of a call that runs: the namespaces, and the parts that say so in its answer.
export type Narrowed = Readonly<{ without: Exclusion; parts: readonly Part[] }>

export type AdmissionFacts = Readonly<{
  rules: readonly DenyRule[]
  instances: ReadonlyMap<string, Instance>
  health(instance: string): InstanceHealth
  // True while the last probe still counts.
  isFresh(instance: string): boolean
  agentVersion: string
  labels: Readonly<Record<string, string>>
  approvals: ApprovalFacts
}>

// Judges a verified call: policy first, then what is served, then health and arguments, a person's approval last.
export function admitCall(call: Call, facts: AdmissionFacts): Admission {
  const instance = facts.instances.get(call.instance)
  const served = instance?.served.get(call.operation)
  const denied = findDenied(facts.rules, {
    operation: call.operation,
    arguments: call.arguments,
    connector: instance === undefined ? [call.instance] : [instance.name, instance.connector.id],
    scopes: facts.health(call.instance).scopes,
    labels: facts.labels,
    leavesOutNamespaces: served?.leavesOutNamespaces === true,
  })
  if (denied.kind === 'refused') return toParts(denied.parts)
  if (instance === undefined || served === undefined || served.operation.contract !== call.contract)
    return toParts([{ scope: {}, state: 'not_served', agent_version: facts.agentVersion }])
  const unhealthy = findUnhealthy(instance, call.operation, facts)
  if (unhealthy !== null) return toParts([unhealthy])
  const parsed = served.operation.input.safeParse(call.arguments)
  if (!parsed.success) return { kind: 'refused', error: toFault(parsed.error) }
  const permitted = toPermitted(call, served)
  if (permitted === null)
    return toParts([{ scope: {}, state: 'not_served', agent_version: facts.agentVersion, why: 'no_preview' }])
  const fault = call.preview === true ? null : findApprovalFault(call, served.tier, facts.approvals)
  if (fault !== null) return toParts([{ scope: {}, state: 'approval_required', why: fault }])
  if (denied.kind === 'free') return { kind: 'run', instance, served: permitted }
  return {
    kind: 'run',
    instance,
    served: permitted,
    narrowed: { without: denied.without, parts: denied.parts },
  }
}

function toParts(parts: readonly Part[]): Admission {
  return { kind: 'parts', parts }
}

function findUnhealthy(instance: Instance, operation: string, facts: AdmissionFacts): Part | null {
  const { health, reason, code, since, unanswerable = [] } = facts.health(instance.name)
  if (health === 'not_configured')
    return { scope: {}, state: 'not_configured', reason: reason ?? 'not_requested' }
  if (code === 'scope_mismatch') return { scope: {}, state: 'unusable', why: 'scope_mismatch' }
  // A word that is no longer fresh may be over: the call itself finds out.
  if (!facts.isFresh(instance.name)) return null
  if (health === 'down')
    return { scope: {}, state: 'connector_down', code: code ?? 'down', since: toRfc3339(since) }
  const gone = unanswerable.find((one) => one.operation === operation)
  if (gone === undefined) return null
  const { operation: _, since: from, ...word } = gone
  const release = word.state === 'not_served' ? { agent_version: facts.agentVersion } : {}
  return { scope: {}, ...word, since: toRfc3339(from), ...release }
}

function toRfc3339(at: number): string {
  return new Date(at).toISOString()
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
