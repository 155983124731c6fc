import { cloudNatGatewaysList } from '@vedette/proto/operations'
import { aggregate, mapRows } from '../answers.ts'
import { router } from '../networks.ts'
import { serveList } from '../reading.ts'
import { lastOf, names, placeOf, regionOf, tail, toTime } from '../values.ts'

// Cloud NAT configurations of every Cloud Router. Google keeps no state of theirs here, so it is not told.
export const serveNatGatewaysList = serveList(cloudNatGatewaysList, {
  async read(reader, { network }) {
    const list = await aggregate(reader, {
      resource: 'routers',
      field: 'routers',
      row: router,
      needs: 'compute.routers.list',
    })
    return mapRows(list, (all) =>
      all
        .filter((one) => names(one.network, network))
        .flatMap((one) =>
          one.nats.map((nat) => ({
            id: `${one.id}/${nat.name}`,
            name: nat.name,
            ...placeOf(reader, regionOf(one.region)),
            tags: null,
            network: tail(one.network),
            subnets: nat.subnetworks.length === 0 ? null : nat.subnetworks.map((it) => lastOf(it.name)),
            // Addresses that Google chose by itself are not told.
            addresses: nat.natIps.map(lastOf),
            state: 'unknown' as const,
            failure: null,
            port_errors_1h: null,
            connections: null,
            created_at: toTime(one.creationTimestamp),
          })),
        ),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ gateways: [...rows], total }),
})
