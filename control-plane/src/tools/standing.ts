import { isServing } from '@vedette/proto/health'
import { findOperation } from '@vedette/proto/operations'
import type { ConnectorState } from '@vedette/proto/wire'
import type { AgentView } from '../fleet/types.ts'

// How an operation stands in a fleet: `possible` where nobody knows yet.
export type Standing = 'served' | 'possible' | 'denied' | 'missing'

export type StandingTable = Readonly<{
  // Operations that some connected agent serves or denies.
  standings: ReadonlyMap<string, Standing>
  // True when something that is not in the table might be served all the same.
  uncertain: boolean
}>

// Folds the reports of connected agents, agent by agent. `certain` is false while reports are being collected
// or the control plane is blind. Served by one agent beats denied by another.
export function toStandingTable(
  agents: readonly AgentView[],
  options: Readonly<{ certain: boolean }>,
): StandingTable {
  const connected = agents.filter((agent) => agent.status === 'connected')
  const served = new Set<string>()
  const denied = new Set<string>()
  for (const connector of connected.flatMap((agent) => agent.connectors)) {
    for (const { id } of connector.denied) denied.add(id)
    for (const id of servedBy(connector)) served.add(id)
  }
  const uncertain = !options.certain || connected.length === 0 || connected.some(reportsNothing)
  const standings = new Map<string, Standing>()
  for (const id of denied) standings.set(id, uncertain ? 'possible' : 'denied')
  for (const id of served) standings.set(id, 'served')
  return { standings, uncertain }
}

// Operations that an instance serves now: healthy enough, under the contract this release speaks, not denied, with
// the server and the permission that they need.
export function servedBy(connector: ConnectorState): readonly string[] {
  if (!isServing(connector.health)) return []
  const out = new Set([...connector.denied, ...(connector.unanswerable ?? [])].map((one) => one.id))
  return connector.operations
    .filter((one) => findOperation(one.id)?.contract === one.contract && !out.has(one.id))
    .map((one) => one.id)
}

// An agent that was not heard yet, or an older one that reports no connectors: what it serves is not known.
function reportsNothing(agent: AgentView): boolean {
  return agent.incarnation === null || agent.connectors.length === 0
}

// Tells whether an agent can be asked now.
export function isServingAgent(agent: Pick<AgentView, 'status'>): boolean {
  return agent.status === 'connected'
}
