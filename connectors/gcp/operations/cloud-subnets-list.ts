import { cloudSubnetsList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readSubnets } from '../networks.ts'
import { serveList } from '../reading.ts'
import { names, placeOf, regionOf, tail } from '../values.ts'

// Subnets of every region. Whether one is public is a matter of each machine, so it is not told; subnets have no labels.
export const serveSubnetsList = serveList(cloudSubnetsList, {
  async read(reader, { network, tag }) {
    const list = mapRows(await readSubnets(reader), (all) =>
      all
        .filter((one) => tag === undefined && names(one.network, network))
        .map((one) => ({
          id: one.id,
          name: one.name,
          ...placeOf(reader, regionOf(one.region)),
          tags: null,
          network: tail(one.network),
          cidr: one.ipCidrRange,
          ipv6_cidr: one.ipv6CidrRange,
          zone: null,
          addresses: addressesOf(one.ipCidrRange),
          addresses_free: null,
          public: null,
          private_access: one.privateIpGoogleAccess,
          flow_logs: one.logConfig?.enable ?? one.enableFlowLogs,
        })),
    )
    return { ...list, ...(tag === undefined ? {} : { unproven: 'subnets_have_no_labels' }) }
  },
  keyOf: (row) => [row.region ?? '', row.name],
  toValue: ({ rows, total }) => ({ subnets: [...rows], total }),
})

// Addresses of an IPv4 range that machines can have: Google keeps four of each.
function addressesOf(cidr: string | null): number | null {
  const bits = /^[\d.]+\/(\d{1,2})$/.exec(cidr ?? '')?.[1]
  return bits === undefined || Number(bits) > 29 ? null : 2 ** (32 - Number(bits)) - 4
}
