import { cloudNatGatewaysList } from '@vedette/proto/operations'
import { mapSome } from '../lists.ts'
import { readGateways, readNetworks } from '../network.ts'
import { serveList } from '../reading.ts'
import { toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  created: 'available',
  active: 'available',
  pending: 'pending',
  processing: 'pending',
  creating: 'pending',
  error: 'failed',
  deleting: 'deleting',
  deleted: 'deleted',
} as const)

// NAT gateways, which are listed by network.
export const serveCloudNatGatewaysList = serveList(cloudNatGatewaysList, {
  async read(site, { network }) {
    const networks = await readNetworks(site)
    const wanted = networks.items.filter(({ id }) => network === undefined || id === network)
    const lists = await mapSome(wanted, ({ id }) => readGateways(site, id))
    const rows = lists.flatMap(({ items }) =>
      items.map((one) => ({
        id: one.id,
        name: one.name ?? null,
        account: site.account,
        region: site.region,
        tags: null,
        network: one.vpc_id ?? null,
        subnets: null,
        addresses: one.nat_gateway_ip ? [one.nat_gateway_ip] : [],
        state: toWord(STATES, one.status?.toLowerCase()),
        failure: null,
        port_errors_1h: null,
        connections: null,
        created_at: toTime(one.created_at),
      })),
    )
    const isUnknown = network !== undefined && wanted.length === 0
    return { rows, paged: [networks, ...lists], unproven: isUnknown ? 'network_unknown' : undefined }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ gateways: rows, total }),
})
