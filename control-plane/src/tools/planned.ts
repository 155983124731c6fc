import type { OperationDefinition } from '@vedette/proto/operations'
import { TIERS, type Tier } from '@vedette/proto/policy'
import type { Carried, Source, State } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import type { AgentView } from '../fleet/types.ts'
import { findUnanswerable } from '../fleet/unanswerable.ts'
import { servedBy } from './standing.ts'
import { toRfc3339 } from './time.ts'

type Word = Readonly<{ state: State }> & Carried

// Every source that an operation has in a fleet, each with the word that says why it is not asked; `ready` is the
// word of those that could be. An operation that nobody has is one source, not configured.
export function toPlannedSources(
  agents: readonly AgentView[],
  operation: OperationDefinition,
  ready: Word,
): readonly Source[] {
  const sources = agents.flatMap((agent) => toSourcesOf(agent, operation, ready))
  if (sources.length > 0) return sources
  const nobody = { state: 'not_configured', reason: 'not_requested' } as const
  const connector = Object.keys(operation.permissions).sort().join('/')
  return [{ scope: {}, operation: operation.id, connector, role: 'input', ...nobody }]
}

// The riskiest tier that an operation has anywhere in a fleet: a connector may raise it, never lower it.
export function toEffectiveTier(agents: readonly AgentView[], operation: OperationDefinition): Tier {
  const raised = agents
    .flatMap((agent) => agent.connectors.flatMap((connector) => connector.operations))
    .flatMap((one) => (one.id === operation.id && one.tier !== undefined ? [one.tier] : []))
  const rank = Math.max(...[operation.tier, ...raised].map((tier) => TIERS.indexOf(tier)))
  return TIERS[rank] ?? 'never'
}

function toSourcesOf(agent: AgentView, operation: OperationDefinition, ready: Word): readonly Source[] {
  const common = { operation: operation.id, agent: agent.name, role: 'input' } as const
  // What an agent has that was never heard is not known, so it may have this.
  if (agent.status !== 'connected' && agent.connectors.length === 0)
    return [{ ...common, scope: toNamedScope(agent), connector: 'unknown', ...toAway(agent) }]
  return agent.connectors
    .filter((connector) => hasOperation(connector, operation.id))
    .map((connector) => {
      const [scope] = connector.scopes
      const isOne = connector.scopes.length === 1 && scope !== undefined
      const word = toObstacle(agent, connector, operation) ?? ready
      return { ...common, scope: isOne ? scope : {}, connector: connector.instance, ...word }
    })
}

function toAway(agent: AgentView): Word {
  if (agent.status === 'disputed') return { state: 'unusable', why: 'duplicate_agent' }
  if (agent.last_seen === 0) return { state: 'out_of_reach' }
  return { state: 'agent_offline', last_seen: toRfc3339(agent.last_seen) }
}

// A cluster registered ahead is known by its alias although its agent never came.
function toNamedScope({ last_seen, name }: AgentView): Source['scope'] {
  return last_seen === 0 ? { cluster: name } : {}
}

function hasOperation(connector: ConnectorState, id: string): boolean {
  return [...connector.operations, ...connector.denied].some((one) => one.id === id)
}

// Why an instance cannot be asked, worst reason first; null when it can.
function toObstacle(
  agent: AgentView,
  connector: ConnectorState,
  operation: OperationDefinition,
): Word | null {
  if (agent.status !== 'connected') return toAway(agent)
  const rule = connector.denied.find((one) => one.id === operation.id)?.rule
  if (rule !== undefined) return { state: 'denied_by_policy', rule }
  if (connector.health === 'not_configured')
    return { state: 'not_configured', reason: connector.reason ?? 'not_requested' }
  if (connector.health === 'down')
    return { state: 'connector_down', code: connector.code ?? 'down', since: connector.since }
  const unanswerable = findUnanswerable(connector, operation.id, agent.version)
  if (unanswerable !== null) return unanswerable
  if (!servedBy(connector).includes(operation.id))
    return { state: 'not_served', agent_version: agent.version ?? 'unknown' }
  return null
}
