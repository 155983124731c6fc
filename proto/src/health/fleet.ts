import { worstOf } from './fold.ts'
import type { HealthWord } from './words.ts'

// The verdicts over a whole fleet, from worst to best.
export const FLEET_VERDICTS = Object.freeze([
  'control_plane_blind',
  'collecting',
  'no_agent_connected',
  'down',
  'degraded',
  'unchecked',
  'up',
] as const)

export type FleetVerdict = (typeof FLEET_VERDICTS)[number]

// One known agent; times are milliseconds of one clock that never goes backwards.
export type AgentLiveness = Readonly<{
  connected: boolean
  // When its last beat was received.
  last_heard: number
  // It said that it was leaving: gone, not vanished.
  left?: boolean
  // Two identities claim it: connected and not asked.
  disputed?: boolean
  // Its clock is off by more than is borne: connected, and no call to it is usable.
  skewed?: boolean
}>

export type FleetFacts = Readonly<{
  now: number
  tick_ms: number
  // Whether the control plane's own link to the bus stands.
  link_up: boolean
  // Whether reports are still being collected after a start.
  collecting: boolean
  agents: readonly AgentLiveness[]
  // Health of each connector of the connected agents.
  connectors: readonly HealthWord[]
}>

export type FleetHealth = Readonly<{
  verdict: FleetVerdict
  // A field of its own: a fleet without agents must not read like a fleet without problems.
  no_agent_connected: boolean
  because: 'link_lost' | 'agents_vanished_together' | null
}>

// How many ticks agents that vanished together speak for a blind control plane, before they count as offline.
const HOLD_TICKS = 60

// The fleet in one word. In this order:
// 1. own link lost, or two agents vanished within one tick of each other: `control_plane_blind`;
// 2. reports still coming in after a start: `collecting`;
// 3. no agent connected: `no_agent_connected`;
// 4. connectors are configured and all of them are down: `down`;
// 5. any connector down or degraded, any agent offline, disputed or with its clock off: `degraded`;
// 6. any connector unchecked, or none that is configured: `unchecked`;
// 7. else `up`: all known agents are connected and every configured connector passed its probe.
export function fleetVerdict(facts: FleetFacts): FleetHealth {
  const connected = facts.agents.filter((agent) => agent.connected)
  const no_agent_connected = connected.length === 0
  const build = (verdict: FleetVerdict, because: FleetHealth['because'] = null): FleetHealth =>
    Object.freeze({ verdict, no_agent_connected, because })
  if (!facts.link_up) return build('control_plane_blind', 'link_lost')
  if (haveVanishedTogether(facts)) return build('control_plane_blind', 'agents_vanished_together')
  if (facts.collecting) return build('collecting')
  if (no_agent_connected) return build('no_agent_connected')
  const configured = facts.connectors.filter((word) => word !== 'not_configured')
  if (configured.length > 0 && configured.every((word) => word === 'down')) return build('down')
  const worst = worstOf(configured)
  const isMissing = connected.length < facts.agents.filter((agent) => agent.left !== true).length
  if (
    worst === 'down' ||
    worst === 'degraded' ||
    isMissing ||
    connected.some((agent) => agent.disputed === true || agent.skewed === true)
  )
    return build('degraded')
  return build(worst === 'up' ? 'up' : 'unchecked')
}

// Tells whether two or more agents fell silent within one tick of each other, not long ago and without a farewell.
export function haveVanishedTogether({ agents, now, tick_ms }: FleetFacts): boolean {
  const silent = agents
    .filter(
      (agent) => !agent.connected && agent.left !== true && now - agent.last_heard <= HOLD_TICKS * tick_ms,
    )
    .map((agent) => agent.last_heard)
    .sort((a, b) => a - b)
  return silent.some((time, i) => i > 0 && time - (silent[i - 1] ?? Number.NEGATIVE_INFINITY) <= tick_ms)
}
