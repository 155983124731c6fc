import { compareHealth, fleetVerdict, type HealthWord } from '@vedette/proto/health'
import { scopeLabel } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import { isClockOff } from '../fleet/clock-off.ts'
import type { AgentView, Fleet } from '../fleet/types.ts'
import { invalidArgument } from './error.ts'
import { nearestNames } from './nearest.ts'
import { parseOwnArguments, sealOwn, toOwnSchema } from './own.ts'
import { toRfc3339 } from './time.ts'
import type { Tool } from './types.ts'

// Characters of the brief answer: 6 KB.
const MAX_CHARACTERS = 6000
const MAX_SCOPES = 8
const MAX_OPERATIONS = 6
const MAX_CULPRITS = 3
const FILTERS = Object.freeze({
  agent: 'Only this agent',
  connector: 'Only this connector',
  health: 'up, degraded, down, unchecked or not_configured',
})
const WORDS: readonly HealthWord[] = ['down', 'degraded', 'not_configured', 'unchecked', 'up']

// The health of the fleet, from what agents reported: it answers with every agent offline.
export function createFleetHealthTool(fleet: Fleet, now: () => number): Tool {
  return Object.freeze({
    name: 'check_fleet_health',
    title: 'Fleet health',
    description:
      'Says which agents and connectors work, which do not, since when and why. Ask it first, and whenever an answer is partial or blind.',
    tier: 'metadata',
    inputSchema: toOwnSchema(FILTERS),
    needs: null,
    async run(written, { principal }) {
      const args = parseOwnArguments(written, Object.keys(FILTERS))
      const health = toWord(args.text.health)
      const agents = fleet.agents(principal.organisation)
      const at = now()
      const summary = toFleetSummary(fleet, { organisation: principal.organisation, agents, now: at })
      const { connector } = args.text
      const isWanted = (one: ConnectorState) =>
        (connector === undefined || one.connector === connector || one.instance === connector) &&
        (health === undefined || one.health === health)
      const rows = toRows(pickAgents(agents, args.text.agent), isWanted, args.detail === 'full')
      return sealOwn({
        tool: 'check_fleet_health',
        args,
        body: { ...summary, connectors: rows.rows, not_requested: rows.notRequested },
        items: agents.length,
        now: at,
        narrow: Object.keys(FILTERS),
        ...(args.detail === 'full' ? {} : { max: MAX_CHARACTERS }),
      })
    },
  })
}

// The fleet as a whole: the verdict, who is not connected, and how old the oldest probe is.
export function toFleetSummary(
  fleet: Fleet,
  {
    organisation,
    agents,
    now,
  }: Readonly<{ organisation: string; agents: readonly AgentView[]; now: number }>,
) {
  const connected = agents.filter(isConnected)
  const states = connected.flatMap((agent) => agent.connectors)
  const verdict = fleetVerdict({
    now,
    // Whether agents vanished together is the fleet's own to say: it saw the heartbeats.
    tick_ms: 0,
    link_up: !fleet.blind(organisation),
    collecting: fleet.knowledge(organisation) === 'collecting',
    agents: agents.map((agent) => ({
      connected: isConnected(agent),
      last_heard: Number.NEGATIVE_INFINITY,
      disputed: agent.status === 'disputed',
      skewed: isClockOff(agent),
    })),
    connectors: states.map((state) => state.health),
  })
  const away = agents.filter((agent) => agent.status !== 'connected')
  const off = connected.filter(isClockOff)
  return {
    fleet_verdict: verdict.verdict,
    no_agent_connected: verdict.no_agent_connected,
    checked_age_seconds: toCheckedAge(connected, now),
    not_in_age: {
      unchecked: states.filter((state) => state.health === 'unchecked').length,
      agents_offline: away.filter((agent) => agent.status === 'offline').length,
    },
    agents: { connected: connected.length, known: agents.length },
    ...(away.length === 0 ? {} : { agents_not_connected: away.map(toAway) }),
    // Connected, and none of their answers can be used until their clocks are right.
    ...(off.length === 0
      ? {}
      : { clocks_off: off.map(({ name, skew_ms }) => ({ agent: name, skew_ms: Math.round(skew_ms) })) }),
  }
}

// The verdict is always the whole fleet's; a named agent narrows the rows only.
function pickAgents(agents: readonly AgentView[], name: string | undefined): readonly AgentView[] {
  if (name === undefined) return agents
  const found = agents.filter((one) => one.name === name || one.agent === name)
  if (found.length > 0) return found
  const names = agents.map((one) => one.name)
  throw invalidArgument({
    field: 'agent',
    message: 'no agent has this name',
    fix: 'list_scopes names every agent',
    choices: nearestNames(name, names),
  })
}

function isConnected(agent: AgentView): boolean {
  return agent.status === 'connected'
}

function toAway(agent: AgentView) {
  return {
    agent: agent.name,
    status: agent.status,
    since: toRfc3339(agent.since),
    // Null: registered ahead, and never seen.
    last_seen: agent.last_seen === 0 ? null : toRfc3339(agent.last_seen),
    ...(agent.status === 'disputed' ? { claimants: agent.claimants.length } : {}),
  }
}

// Age of the oldest probe on our own clock; null when no connector of a connected agent can be probed.
function toCheckedAge(connected: readonly AgentView[], now: number): number | null {
  const ages = connected.flatMap(({ connectors, skew_ms }) =>
    connectors.flatMap(({ health, checked_at }) => {
      if (health === 'unchecked' || health === 'not_configured' || checked_at === null) return []
      const age = now + skew_ms - Date.parse(checked_at)
      return Number.isFinite(age) ? [Math.max(0, Math.round(age / 1000))] : []
    }),
  )
  return ages.length === 0 ? null : Math.max(...ages)
}

type Found = Readonly<{ agent: AgentView; state: ConnectorState }>

// Worst first, one row per connector, word and reason; connectors that nobody asked for are only counted.
function toRows(agents: readonly AgentView[], isWanted: (state: ConnectorState) => boolean, isFull: boolean) {
  const all = agents
    .filter(isConnected)
    .flatMap((agent) => agent.connectors.map((state): Found => ({ agent, state })))
  const wanted = all.filter(({ state }) => isWanted(state))
  const isUnasked = ({ state }: Found) =>
    state.health === 'not_configured' && state.reason === 'not_requested'
  const shown = wanted.filter((one) => !isUnasked(one))
  const groups = Map.groupBy(shown, ({ agent, state }) =>
    JSON.stringify([
      state.connector,
      state.health,
      reasonOf(state),
      ...(isFull ? [agent.agent, state.instance] : []),
    ]),
  )
  const rows = [...groups.values()]
    .flatMap((group) => toRow(group, isFull))
    .sort((a, b) => compareHealth(a.health, b.health) || b.n - a.n || (a.connector < b.connector ? -1 : 1))
  return { rows, notRequested: wanted.length - shown.length }
}

function toRow(group: readonly Found[], isFull: boolean) {
  const [first] = group
  if (first === undefined) return []
  const { state, agent } = first
  const scopes = [...new Set(group.flatMap(toScopes))]
  const reason = reasonOf(state)
  const gone = [...new Set(group.flatMap((one) => (one.state.unanswerable ?? []).map(({ id }) => id)))].sort()
  const shown = isFull ? gone : gone.slice(0, MAX_OPERATIONS)
  const since = group.map((one) => one.state.since).toSorted()[0]
  return [
    {
      connector: state.connector,
      health: state.health,
      ...(reason === null ? {} : { reason }),
      n: group.length,
      since,
      ...(gone.length === 0 ? {} : { cannot_answer: shown }),
      ...(gone.length > shown.length ? { more_cannot_answer: gone.length - shown.length } : {}),
      scopes: scopes.slice(0, MAX_SCOPES),
      ...(scopes.length > MAX_SCOPES ? { more_scopes: scopes.length - MAX_SCOPES } : {}),
      ...(isFull ? { agent: agent.name, instance: state.instance, checked_at: state.checked_at } : {}),
      ...(isFull && state.servers.length > 0 ? { servers: state.servers } : {}),
      ...(isFull && state.unanswerable !== undefined ? { unanswerable: state.unanswerable } : {}),
    },
  ]
}

// A scope that was proved, else the agent's name.
function toScopes({ agent, state }: Found): readonly string[] {
  const labels = state.scopes.map(scopeLabel).filter((label) => label !== '')
  return labels.length > 0 ? labels : [agent.name]
}

// The code, and whose it is where only a part fails: `upstream_failed: alertmanager`, `forbidden: list nodes`.
function reasonOf(state: ConnectorState): string | null {
  const code = state.reason ?? state.code ?? null
  if (state.health !== 'degraded') return code
  const ill = state.servers.flatMap(({ name, health }) =>
    health === 'down' || health === 'degraded' ? [name] : [],
  )
  const missing = (state.unanswerable ?? []).flatMap((one) => one.missing ?? [])
  const whose = [...new Set(ill.length > 0 ? ill : missing)].sort()
  if (whose.length === 0) return code
  const more = whose.length > MAX_CULPRITS ? ` and ${whose.length - MAX_CULPRITS} more` : ''
  return `${code ?? 'degraded'}: ${whose.slice(0, MAX_CULPRITS).join(', ')}${more}`
}

function toWord(written: string | undefined): HealthWord | undefined {
  if (written === undefined) return undefined
  const word = WORDS.find((one) => one === written)
  if (word !== undefined) return word
  throw invalidArgument({
    field: 'health',
    message: 'health is one of five words',
    fix: 'leave it out for all',
    choices: WORDS,
  })
}
