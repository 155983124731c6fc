import type { AgentProcess, AgentState } from './state.ts'
import type { AgentView } from './types.ts'

const views = new WeakMap<AgentState, AgentView>()

// An agent as others see it; the same state gives the same object.
export function toView(state: AgentState): AgentView {
  const known = views.get(state)
  if (known !== undefined) return known
  const view = Object.freeze(build(state))
  views.set(state, view)
  return view
}

function build(state: AgentState): AgentView {
  const { process, enrolment, agent, organisation, status, since } = state
  const report = process?.report ?? null
  return {
    agent,
    organisation,
    name: enrolment.name,
    status,
    last_seen: lastSeen(state),
    since,
    incarnation: process?.incarnation ?? null,
    identity: process?.identity ?? null,
    claimants: status === 'disputed' ? claimantsOf(state).map(toClaimant) : [],
    version: report?.version ?? null,
    // What a person or a token set wins over what the agent says of itself.
    labels: { ...report?.labels, ...enrolment.labels },
    skew_ms: process?.skew_ms ?? 0,
    connectors: report?.connectors ?? [],
    policy: report?.policy ?? null,
  }
}

function claimantsOf({ process, others }: AgentState): readonly AgentProcess[] {
  return process === null ? others : [process, ...others]
}

function toClaimant({ identity, incarnation, seen_at }: AgentProcess): AgentView['claimants'][number] {
  return { identity, incarnation, last_seen: seen_at }
}

// Never heard since this replica started: the store's last word on its key.
function lastSeen(state: AgentState): number {
  const seen = claimantsOf(state).map((one) => one.seen_at)
  return seen.length === 0 ? state.enrolment.renewed_at : Math.max(...seen)
}
