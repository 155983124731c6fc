import type { FleetVerdict } from '@vedette/proto/health'
import type { FleetPage } from '../../src/http/api-types.ts'
import { toAge } from './age.ts'
import { toTable } from './table.ts'

// The fleet for a person: the verdict first, then the agents, then every connector that is not simply up.
export function toFleetText(page: FleetPage): string {
  const now = Date.parse(page.at)
  const agents = page.agents.map((agent) => [
    agent.name,
    agent.last_seen > 0 ? agent.status : 'registered',
    agent.version ?? '-',
    agent.last_seen > 0 ? `${toAge(now - agent.last_seen)} ago` : 'never',
    String(countServed(agent)),
    agent.agent,
  ])
  const connectors = page.agents.flatMap((agent) =>
    agent.connectors
      .filter((one) => one.reason !== 'not_requested')
      .map((one) => [
        agent.name,
        one.instance,
        one.health,
        one.code ?? one.reason ?? '',
        one.health === 'up' ? '' : toAge(now - Date.parse(one.since)),
      ]),
  )
  const tables = [
    agents.length === 0 ? '' : toTable(['AGENT', 'STATUS', 'VERSION', 'HEARD', 'SERVES', 'ID'], agents),
    connectors.length === 0 ? '' : toTable(['AGENT', 'CONNECTOR', 'HEALTH', 'WHY', 'SINCE'], connectors),
  ]
  return [`${toVerdict(page)}\n`, ...tables.filter(Boolean)].join('\n')
}

const VERDICTS: Readonly<Record<FleetVerdict, string>> = Object.freeze({
  control_plane_blind: 'The control plane is blind: its own link is down, or agents vanished together.',
  collecting: 'Collecting reports: the fleet is not fully known yet.',
  no_agent_connected: 'No agent is connected: nothing can be read.',
  down: 'Every configured connector is down.',
  degraded: 'Something is missing or failing.',
  unchecked: 'Serving, but nothing has proved its credential.',
  up: 'Every known agent is connected, and every configured connector passed its probe.',
})

// One sentence on the whole fleet, the server's own verdict; never good news while something is unknown.
export function toVerdict({ fleet_verdict }: Pick<FleetPage, 'fleet_verdict'>): string {
  return VERDICTS[fleet_verdict] ?? 'The control plane says something that this version does not know.'
}

// Distinct operations that an agent serves now: a connector that is down or not configured serves none.
export function countServed(agent: FleetPage['agents'][number]): number {
  if (agent.status !== 'connected') return 0
  const serving = agent.connectors.filter((one) => one.health !== 'down' && one.health !== 'not_configured')
  return new Set(serving.flatMap((one) => one.operations.map((operation) => operation.id))).size
}
