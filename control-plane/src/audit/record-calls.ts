import type { CallAgent, CallRequest, CallResult } from '../bus/types.ts'
import type { FleetEvent } from '../fleet/types.ts'
import type { AuditRow } from '../store/types.ts'
import { AuditError } from './error.ts'
import type { Audit, AuditFacts, Taken } from './types.ts'

// The tool surface's door: takes the row of a tool call. Rejects with AuditError when the answer must be withheld.
export function toCallRecorder(audit: Pick<Audit, 'take'>) {
  return {
    async append(row: AuditRow): Promise<Taken> {
      const taken = audit.take('call', toFacts(row))
      if (taken === null) throw new AuditError()
      return taken
    },
  }
}

// The same door to agents, with a row for each operation asked, whatever came of it. What the audit cannot take is
// lost: nobody may see what nobody recorded.
export function auditCalls(callAgent: CallAgent, audit: Pick<Audit, 'record'>): CallAgent {
  return async (request) => {
    const result = await callAgent(request)
    if (audit.record('operation', toOperation(request, result))) return result
    return { kind: 'lost', part: { scope: {}, state: 'unusable', why: 'internal' } }
  }
}

// Hears the fleet: an agent that comes into dispute leaves a row.
export function toDisputeRecorder(audit: Pick<Audit, 'record'>): (event: FleetEvent) => void {
  return ({ organisation, kind, agent }) => {
    if (kind !== 'agent_disputed' || agent === undefined) return
    audit.record('security', { organisation, principal: null, action: 'agent.disputed', agent })
  }
}

function toFacts({ tool, visibility, error, at: _, ...row }: AuditRow): AuditFacts {
  return { ...row, action: tool, outcome: [visibility, error].filter((word) => word !== null) }
}

function toOperation(request: CallRequest, result: CallResult): AuditFacts {
  const { organisation, agent, incarnation, operation, instance, tier, principal, investigation } = request
  const redacted = result.kind === 'answered' ? result.meta.redacted : undefined
  const { receipt } = result
  return {
    organisation,
    principal,
    action: operation,
    agent,
    incarnation,
    instance,
    tier,
    arguments: request.arguments,
    outcome: toWords(result),
    ...(investigation === undefined ? {} : { investigation }),
    ...(redacted === undefined ? {} : { redacted }),
    ...(receipt === undefined
      ? {}
      : { call: receipt.call, bytes: receipt.bytes, sha256: receipt.sha256, took_ms: receipt.took_ms }),
  }
}

// Each state once, in the order in which it came; a refusal by its code.
function toWords(result: CallResult): readonly string[] {
  if (result.kind === 'refused') return ['refused', result.error.code]
  const parts = result.kind === 'answered' ? result.parts : [result.part]
  return [...new Set(parts.flatMap(({ state, why }) => (why === undefined ? [state] : [state, why])))]
}
