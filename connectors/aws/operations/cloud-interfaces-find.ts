import type { Paged } from '@vedette/connectors/kit'
import { isCidr, together } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudInterfacesFind } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { by, type NetworkInterface, readInterfaces } from '../ec2.ts'
import { orAbsent } from '../errors.ts'
import { toAttachment } from '../networking.ts'
import { joinPaged, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, placeOf, texts, toTags } from '../values.ts'

// Interfaces that bear an address, private or public, or one by its id.
export const serveInterfacesFind = serveList(cloudInterfacesFind, {
  async read(reader, { address, id }) {
    if (address === undefined && id === undefined)
      throw new ArgumentError({
        field: 'address',
        message: 'address or id is needed',
        fix: 'give an address or an interface id',
      })
    if (address !== undefined && (!isCidr(address) || address.includes('/')))
      throw new ArgumentError({
        field: 'address',
        message: 'address is not an IP address',
        fix: 'write it like 10.0.0.5',
      })
    const paged = id !== undefined ? await findById(reader, id) : await findByAddress(reader, address ?? '')
    return mapPaged(paged, (all) => all.map((one) => toRow(reader, one)))
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ interfaces: [...rows], total }),
})

async function findById(reader: Reader, id: string): Promise<Paged<NetworkInterface>> {
  return orAbsent(readInterfaces(reader, by('network-interface-id', id)), wholeList([]))
}

async function findByAddress(reader: Reader, address: string): Promise<Paged<NetworkInterface>> {
  if (address.includes(':')) return readInterfaces(reader, by('ipv6-addresses.ipv6-address', address))
  const [inside, outside] = await together([
    readInterfaces(reader, by('addresses.private-ip-address', address)),
    readInterfaces(reader, by('association.public-ip', address)),
  ])
  const both = joinPaged(inside, outside)
  return mapPaged(both, (all) => [...new Map(all.map((one) => [one.NetworkInterfaceId, one])).values()])
}

function toRow(reader: Reader, one: NetworkInterface) {
  const tags = toTags(one.TagSet)
  const attached = toAttachment(one)
  return {
    id: one.NetworkInterfaceId ?? '',
    name: nameOf(tags),
    ...placeOf(reader),
    tags,
    private_addresses: texts([
      ...(one.PrivateIpAddresses ?? []).map((it) => it.PrivateIpAddress),
      ...(one.Ipv6Addresses ?? []).map((it) => it.Ipv6Address),
    ]),
    public_addresses: texts([one.Association?.PublicIp]),
    network: one.VpcId ?? null,
    subnet: one.SubnetId ?? null,
    zone: one.AvailabilityZone ?? null,
    security_groups: texts((one.Groups ?? []).map((it) => it.GroupId)),
    attached_to: attached.to,
    attached_kind: attached.kind,
    description: one.Description ?? null,
    state: one.Status ?? null,
  }
}
