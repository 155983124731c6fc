import { findOperation } from '@vedette/proto/operations'
import type { CallAgent, CallRequest, CallResult } from '../bus/types.ts'
import type { AgentView, Fleet } from '../fleet/types.ts'
import type { ActionPart, Principal } from '../store/types.ts'
import { findApproval, type Grant, hashPart } from './approval.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { toRead } from './outcomes.ts'
import type { ReadRequest, ReadResult } from './types.ts'

export type PartRun = Readonly<{
  part: ActionPart
  principal: Principal
  budget_ms: number
  signal: AbortSignal
  investigation?: string
  // Either what a person approved, or the wish to know what the effect would be.
  how: Readonly<{ grant: Grant }> | Readonly<{ preview: true }>
}>

// What came of it, as it was said and as it is sealed; `gone`: the place is no longer the one that was asked about, and
// nothing was sent.
export type PartOutcome =
  | Readonly<{ kind: 'asked'; result: CallResult; read: ReadResult }>
  | Readonly<{ kind: 'gone'; why: 'agent_restarted' | 'agent_offline' | 'not_approved' }>

export type RunPart = (run: PartRun) => Promise<PartOutcome>

// The one way to ask a write of its one place: one message, nobody else tried, nothing tried again.
export function createRunPart(
  parts: Readonly<{
    fleet: Pick<Fleet, 'agents'>
    callAgent: CallAgent
    // The policy hash that an agent must enforce to be asked; absent, the one that it reports.
    policyHashOf?(view: AgentView): string
  }>,
): RunPart {
  return async (run) => {
    const { part, principal, how } = run
    const operation = findOperation(part.operation)
    const agents = parts.fleet.agents(principal.organisation)
    const having = operation === undefined ? [] : findCandidates(agents, operation).having
    const candidate = having.find(
      ({ view, state }) => view.agent === part.agent && state.instance === part.instance,
    )
    if (operation === undefined || candidate === undefined || candidate.view.status !== 'connected')
      return { kind: 'gone', why: 'agent_offline' }
    if (candidate.view.incarnation !== part.incarnation) return { kind: 'gone', why: 'agent_restarted' }
    const request: ReadRequest = { operation, role: 'input', arguments: part.arguments, routing: {} }
    const facts = { candidate, operation, arguments: part.arguments, requester: principal.id }
    const approved = 'grant' in how ? findApproval(how.grant, facts) : null
    if ('grant' in how && (approved === null || hashPart(facts) !== part.hash))
      return { kind: 'gone', why: 'not_approved' }
    const result = await parts
      .callAgent({
        ...toCall(run, candidate, operation.contract),
        policy_hash: parts.policyHashOf?.(candidate.view) ?? candidate.view.policy?.effective_hash ?? '',
        ...('grant' in how && approved !== null
          ? { approval: { id: how.grant.id, approved } }
          : { preview: true }),
      })
      // Whether anything left is not known.
      .catch((): CallResult => ({ kind: 'lost', part: { scope: {}, state: 'unusable', why: 'internal' } }))
    return { kind: 'asked', result, read: { request, instances: [toRead(result, candidate, request)] } }
  }
}

function toCall(
  run: PartRun,
  { view, state }: Candidate,
  contract: number,
): Omit<CallRequest, 'policy_hash'> {
  const { part, principal, budget_ms, signal, investigation } = run
  return {
    organisation: principal.organisation,
    agent: view.agent,
    incarnation: part.incarnation,
    operation: part.operation,
    contract,
    instance: state.instance,
    arguments: part.arguments,
    tier: part.tier,
    principal: principal.id,
    ...(investigation === undefined ? {} : { investigation }),
    budget_ms,
    signal,
  }
}
