import type { ConnectorState, Identity, PolicyState } from '@vedette/proto/wire'

export type AgentStatus = 'connected' | 'offline' | 'disputed'

// One agent as a replica knows it now; soft state, rebuilt from reports.
export type AgentView = Readonly<{
  agent: string
  organisation: string
  name: string
  status: AgentStatus
  // Epoch milliseconds of the control plane's clock: last message heard, and since when the status stands. `last_seen`
  // is 0 for the agent of a cluster that was registered ahead and never came.
  last_seen: number
  since: number
  // Null until its first report was read: enrolled, never heard since this replica started.
  incarnation: string | null
  identity: Identity | null
  // Every live claimant of a disputed id.
  claimants: readonly Readonly<{ identity: Identity; incarnation: string; last_seen: number }>[]
  version: string | null
  labels: Readonly<Record<string, string>>
  // Agent's clock minus ours, in milliseconds, measured from its last message.
  skew_ms: number
  connectors: readonly ConnectorState[]
  policy: PolicyState | null
}>

export type FleetEvent = Readonly<{
  organisation: string
  at: number
  kind:
    | 'agent_connected'
    | 'agent_offline'
    | 'agent_superseded'
    | 'agent_disputed'
    | 'agent_changed'
    | 'connector_health'
    | 'control_plane_blind'
    | 'control_plane_seeing'
  agent?: string
  name?: string
  instance?: string
  from?: string
  to?: string
  code?: string
}>

// What the rest of the control plane asks of the fleet.
export type Fleet = Readonly<{
  agents(organisation: string): readonly AgentView[]
  // `collecting` until every agent known to the store had the time to report after a start.
  knowledge(organisation: string): 'collecting' | 'known'
  // True while the own link is down or two or more agents vanished within one heartbeat.
  blind(organisation: string): boolean
  // Fires after each change; returns the unsubscriber.
  onEvent(listen: (event: FleetEvent) => void): () => void
  // A person decides a dispute: keeps one identity, and its rivals' keys are revoked.
  resolveDispute(organisation: string, agent: string, keep: Identity): Promise<void>
}>
