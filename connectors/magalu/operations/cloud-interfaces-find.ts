import { ArgumentError } from '@vedette/proto/connector'
import { cloudInterfacesFind } from '@vedette/proto/operations'
import { readPorts } from '../network.ts'
import { serveList } from '../reading.ts'

// Interfaces by address or id. A port does not say what it is attached to.
export const serveCloudInterfacesFind = serveList(cloudInterfacesFind, {
  async read(site, { address, id }) {
    if ((address === undefined) === (id === undefined))
      throw new ArgumentError({
        field: 'address',
        message: 'one of address and id is needed',
        fix: 'give address or id, not both',
      })
    const paged = await readPorts(site)
    const rows = paged.items
      .map((one) => ({
        id: one.id,
        name: one.name ?? null,
        account: site.account,
        region: site.region,
        tags: null,
        private_addresses: (one.ip_address ?? []).flatMap((each) => each.ip_address || []),
        public_addresses: (one.public_ip ?? []).flatMap((each) => each.public_ip || []),
        network: one.vpc_id ?? null,
        subnet: one.ip_address?.[0]?.subnet_id ?? null,
        zone: one.network?.zone ?? one.network?.availability_zone ?? null,
        security_groups: one.security_groups ?? [],
        attached_to: null,
        attached_kind: 'other',
        description: one.description ?? null,
        state: null,
      }))
      .filter((one) =>
        id === undefined
          ? [...one.private_addresses, ...one.public_addresses].includes(address ?? '')
          : one.id === id,
      )
    return { rows, paged: [paged] }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ interfaces: rows, total }),
})
