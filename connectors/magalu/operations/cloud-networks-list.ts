import { ArgumentError } from '@vedette/proto/connector'
import { cloudNetworksList } from '@vedette/proto/operations'
import { mapSome } from '../lists.ts'
import { type Network, readNetworks, readSubnets } from '../network.ts'
import { type Site, serveList } from '../reading.ts'

// Networks with the ranges of their subnets, which is where Magalu Cloud keeps ranges. They carry no labels.
export const serveCloudNetworksList = serveList(cloudNetworksList, {
  async read(site, { cidr, tag }) {
    if (cidr !== undefined)
      throw new ArgumentError({
        field: 'cidr',
        message: 'networks of Magalu Cloud are not looked up by address',
        fix: 'list the networks, or find the interface that has the address',
      })
    const paged = await readNetworks(site)
    const subnets = await mapSome(paged.items, ({ id }) => readSubnets(site, id))
    const all = paged.items.map((one, index) =>
      toNetwork(
        site,
        one,
        (subnets[index]?.items ?? []).map((each) => each.cidr_block),
      ),
    )
    const rows = all.filter(() => tag === undefined)
    return {
      rows,
      paged: [paged, ...subnets],
      unproven: tag === undefined ? undefined : 'networks_have_no_labels',
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ networks: rows, total }),
})

function toNetwork(site: Site, one: Network, cidrs: readonly string[]) {
  return {
    id: one.id,
    name: one.name ?? null,
    account: site.account,
    region: site.region,
    tags: null,
    cidrs: [...cidrs],
    default: one.is_default ?? null,
    state: one.status ?? null,
    subnets: cidrs.length,
  }
}
