import type { FleetChange } from '../../src/http/api-types.ts'
import { toPlain } from '../output/table.ts'

const TEXTS: Readonly<Record<FleetChange['kind'], (event: FleetChange) => string>> = Object.freeze({
  agent_connected: ({ name, agent }) => `agent ${name ?? agent} is connected`,
  agent_offline: ({ name, agent }) => `agent ${name ?? agent} is offline`,
  agent_superseded: ({ name, agent }) => `agent ${name ?? agent} has restarted`,
  agent_disputed: ({ name, agent }) => `agent ${name ?? agent} is disputed: two identities claim it`,
  agent_changed: ({ name, agent }) =>
    `agent ${name ?? agent} has other operations, scopes, policy or labels now`,
  connector_health: ({ instance, from, to, code }) =>
    `${instance} is ${to}${from === undefined ? '' : ` (was ${from})`}${code === undefined ? '' : `: ${code}`}`,
  control_plane_blind: () => 'the control plane is blind: its own link is down, or agents vanished together',
  control_plane_seeing: () => 'the control plane sees again',
})

// One line for one change of the fleet, with its UTC time.
export function toStatusLine(event: FleetChange): string {
  const time = new Date(event.at).toISOString().slice(11, 19)
  return `${time}Z ${toPlain(TEXTS[event.kind](event))}\n`
}
