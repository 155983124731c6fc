import { cidrHolds } from '@vedette/connectors/kit'
import { cloudRoutesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { mapRows } from '../answers.ts'
import { readGlobal } from '../networks.ts'
import { serveList } from '../reading.ts'
import { maybeNumber, maybeText, names, placeOf, tail } from '../values.ts'

const route = z.object({
  name: z.string(),
  network: z.string(),
  destRange: z.string(),
  priority: maybeNumber,
  nextHopGateway: maybeText,
  nextHopInstance: maybeText,
  nextHopIp: maybeText,
  nextHopIlb: maybeText,
  nextHopNetwork: maybeText,
  nextHopPeering: maybeText,
  nextHopVpnTunnel: maybeText,
  nextHopHub: maybeText,
  routeType: maybeText,
  warnings: z.array(z.object({ code: z.string() })).default([]),
})

// Where a route's packets go when a hop is gone.
const DEAD: readonly string[] = [
  'NEXT_HOP_INSTANCE_NOT_FOUND',
  'NEXT_HOP_NOT_RUNNING',
  'NEXT_HOP_CANNOT_IP_FORWARD',
]

// Static and subnet routes of the networks. Routes that Cloud Routers learn are not among them, so none is not proved.
export const serveRoutesList = serveList(cloudRoutesList, {
  async read(reader, { network, table, destination }) {
    const list = await readGlobal(reader, { resource: 'routes', kind: 'compute#routeList', row: route })
    const rows = mapRows(list, (all) =>
      all
        .filter(
          (one) =>
            table === undefined &&
            names(one.network, network) &&
            (destination === undefined || cidrHolds(one.destRange, destination) === true),
        )
        .map((one) => ({
          ...placeOf(reader, null),
          table: null,
          network: tail(one.network),
          destination: one.destRange,
          ...toHop(one),
          state: one.warnings.some((it) => DEAD.includes(it.code))
            ? ('blackhole' as const)
            : ('active' as const),
          priority: one.priority,
          origin: one.routeType ?? one.name,
          subnets: null,
        })),
    )
    return { ...rows, unproven: 'learned_routes_not_read' }
  },
  keyOf: (row) => [row.network ?? '', row.destination, row.priority ?? 0, row.next_hop ?? '', row.origin],
  toValue: ({ rows, total }) => ({ routes: [...rows], total }),
})

function toHop(one: z.output<typeof route>): { next_hop: string | null; next_hop_kind: string } {
  const hops: readonly (readonly [string | null, string])[] = [
    [one.nextHopPeering, 'peering'],
    [one.nextHopNetwork, 'local'],
    [one.nextHopGateway, 'internet_gateway'],
    [one.nextHopInstance, 'instance'],
    [one.nextHopVpnTunnel, 'vpn'],
    [one.nextHopHub, 'transit'],
    [one.nextHopIlb, 'endpoint'],
    [one.nextHopIp, 'interface'],
  ]
  const [hop, kind] = hops.find(([name]) => name !== null) ?? [null, 'other']
  return { next_hop: tail(hop), next_hop_kind: kind }
}
