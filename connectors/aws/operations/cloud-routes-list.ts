import { cidrHolds } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudRoutesList } from '@vedette/proto/operations'
import { by, type RouteTable, readRouteTables } from '../ec2.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, placeOf, texts } from '../values.ts'

// Routes of a network's tables, or of one table. A destination that is a prefix list is kept, since it may hold any.
export const serveRoutesList = serveList(cloudRoutesList, {
  async read(reader, { network, table, destination }) {
    if (network === undefined && table === undefined)
      throw new ArgumentError({
        field: 'network',
        message: 'network or table is needed',
        fix: 'give the VPC or the route table, by id',
      })
    const filters = [...by('vpc-id', network), ...by('route-table-id', table)]
    const paged = await readRouteTables(reader, filters)
    const rows = mapPaged(paged, (all) =>
      all
        .flatMap((one) => toRoutes(one).map((route) => ({ ...placeOf(reader), ...route })))
        .filter(
          (row) =>
            destination === undefined ||
            row.destination.startsWith('pl-') ||
            row.destination === destination ||
            cidrHolds(row.destination, destination) === true,
        ),
    )
    return { paged: rows, ...(paged.items.length === 0 ? { unproven: 'network_or_table_not_found' } : {}) }
  },
  keyOf: (row) => [row.region ?? '', row.table ?? '', row.destination, row.next_hop ?? ''],
  toValue: ({ rows, total }) => ({ routes: [...rows], total }),
})

function toRoutes(table: RouteTable) {
  const subnets = texts(need(table.Associations).map((it) => it.SubnetId))
  return need(table.Routes).map((route) => {
    const [kind, hop] = toHop(route)
    return {
      table: table.RouteTableId ?? null,
      network: table.VpcId ?? null,
      destination:
        route.DestinationCidrBlock ??
        route.DestinationIpv6CidrBlock ??
        route.DestinationPrefixListId ??
        'unknown',
      next_hop: hop,
      next_hop_kind: kind,
      state: route.State === 'active' || route.State === 'blackhole' ? route.State : ('unknown' as const),
      priority: null,
      origin: route.Origin ?? null,
      subnets,
    }
  })
}

type Route = NonNullable<RouteTable['Routes']>[number]

function toHop(route: Route): readonly [string, string | null] {
  if (route.NatGatewayId) return ['nat', route.NatGatewayId]
  if (route.TransitGatewayId) return ['transit', route.TransitGatewayId]
  if (route.VpcPeeringConnectionId) return ['peering', route.VpcPeeringConnectionId]
  if (route.InstanceId) return ['instance', route.InstanceId]
  if (route.NetworkInterfaceId) return ['interface', route.NetworkInterfaceId]
  const gateway = route.GatewayId ?? null
  if (gateway === 'local') return ['local', gateway]
  if (gateway?.startsWith('igw-') === true) return ['internet_gateway', gateway]
  if (gateway?.startsWith('vgw-') === true) return ['vpn', gateway]
  if (gateway?.startsWith('vpce-') === true) return ['endpoint', gateway]
  return ['other', gateway]
}
