import type { ConnectorRow, FleetRow } from '../../api/index.ts'
import { HEALTH_ORDER, type ShownHealth } from './words.ts'

// One connector instance of one agent; of an agent that is away nobody knows the health.
export type Instance = Readonly<{
  key: string
  agent: string
  status: FleetRow['status']
  health: ShownHealth
  row: ConnectorRow
}>

export type MatrixLine = Readonly<{ connector: string; counts: Readonly<Record<ShownHealth, number>> }>

// Every instance that somebody asked for, worst first; `unasked` are built in and nobody configured them.
export function toInstances(
  rows: readonly FleetRow[],
): Readonly<{ shown: readonly Instance[]; unasked: number }> {
  const all = rows.flatMap(({ agent, name, status, connectors }) =>
    connectors.map((row) => ({
      key: `${agent} ${row.instance}`,
      agent: name,
      status,
      health: status === 'connected' ? toShown(row.health) : ('unknown' as const),
      row,
    })),
  )
  const shown = all.filter(({ row }) => row.reason !== 'not_requested').sort(compare)
  return { shown, unasked: all.length - shown.length }
}

// How many instances of each connector have which word.
export function toMatrix(instances: readonly Instance[]): readonly MatrixLine[] {
  const groups = Map.groupBy(instances, ({ row }) => row.connector)
  return [...groups]
    .map(([connector, group]) => {
      const counts = { unknown: 0, down: 0, degraded: 0, not_configured: 0, unchecked: 0, up: 0 }
      for (const { health } of group) counts[health] += 1
      return { connector, counts }
    })
    .sort((a, b) => (a.connector < b.connector ? -1 : 1))
}

// A word of a newer agent that this page does not know is not known to be good.
function toShown(health: ConnectorRow['health']): ShownHealth {
  return HEALTH_ORDER.includes(health) ? health : 'unknown'
}

function compare(a: Instance, b: Instance): number {
  return HEALTH_ORDER.indexOf(a.health) - HEALTH_ORDER.indexOf(b.health) || (a.key < b.key ? -1 : 1)
}
