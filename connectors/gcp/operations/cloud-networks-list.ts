import { cidrHolds, together } from '@vedette/connectors/kit'
import { cloudNetworksList } from '@vedette/proto/operations'
import { joinLists, mapRows } from '../answers.ts'
import { readNetworks, readSubnets } from '../networks.ts'
import { serveList } from '../reading.ts'
import { lastOf, placeOf } from '../values.ts'

// VPC networks. Their ranges are those of their subnets, which are read beside them; networks have no labels.
export const serveNetworksList = serveList(cloudNetworksList, {
  async read(reader, { cidr, tag }) {
    const [networks, subnets] = await together([readNetworks(reader), readSubnets(reader)])
    const rows = mapRows(networks, (all) =>
      all
        .map((one) => {
          const own = subnets.paged.items.filter((it) => lastOf(it.network) === one.name)
          const ranges = own.flatMap((it) => [it.ipCidrRange, it.ipv6CidrRange]).filter((it) => it !== null)
          return {
            id: one.id,
            name: one.name,
            ...placeOf(reader, null),
            tags: null,
            cidrs: one.IPv4Range === null ? ranges : [one.IPv4Range, ...ranges],
            default: one.name === 'default',
            state: null,
            subnets: subnets.gaps.length === 0 && subnets.paged.stop === 'end' ? own.length : null,
          }
        })
        .filter(
          (row) =>
            tag === undefined && (cidr === undefined || row.cidrs.some((it) => cidrHolds(it, cidr) === true)),
        ),
    )
    // A subnet that was not seen could change what a filter by range finds.
    const joined = joinLists(
      rows,
      mapRows(subnets, () => []),
    )
    return { ...joined, ...(tag === undefined ? {} : { unproven: 'networks_have_no_labels' }) }
  },
  keyOf: (row) => [row.name, row.id],
  toValue: ({ rows, total }) => ({ networks: [...rows], total }),
})
