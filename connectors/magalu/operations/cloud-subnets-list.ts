import { cloudSubnetsList } from '@vedette/proto/operations'
import { mapSome } from '../lists.ts'
import { readNetworks, readSubnets, type Subnet } from '../network.ts'
import { type Site, serveList } from '../reading.ts'

// Subnets of every network. They carry no labels, so none of a label is ever proved.
export const serveCloudSubnetsList = serveList(cloudSubnetsList, {
  async read(site, { network, tag }) {
    const networks = await readNetworks(site)
    const wanted = networks.items.filter(({ id }) => network === undefined || id === network)
    const lists = await mapSome(wanted, ({ id }) => readSubnets(site, id))
    const rows = lists
      .flatMap(({ items }) => items.map((one) => toRow(site, one)))
      .filter(() => tag === undefined)
    const unproven =
      tag !== undefined
        ? 'subnets_have_no_labels'
        : network !== undefined && wanted.length === 0
          ? 'network_unknown'
          : undefined
    return { rows, paged: [networks, ...lists], unproven }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ subnets: rows, total }),
})

function toRow(site: Site, one: Subnet) {
  const isSix = /6/.test(one.ip_version ?? '')
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    network: one.vpc_id ?? null,
    cidr: isSix ? null : one.cidr_block,
    ipv6_cidr: isSix ? one.cidr_block : null,
    zone: one.zone ?? null,
    addresses: null,
    addresses_free: null,
    public: null,
    private_access: null,
    flow_logs: null,
  }
}
