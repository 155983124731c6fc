import { cloudPublicIpsList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { readInterfaces } from '../ec2.ts'
import { toAttachment } from '../networking.ts'
import { joinPaged, mapPaged, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, need, placeOf, toTags } from '../values.ts'

// Elastic addresses, and those that EC2 lent to interfaces.
export const servePublicIpsList = serveList(cloudPublicIpsList, {
  async read(reader, input) {
    const said = await reader.call('ec2', 'describeAddresses', {})
    const reserved = wholeList(need(said.Addresses).map((one) => toReserved(reader, one)))
    const known = new Set(reserved.items.map((row) => row.address))
    const lent = mapPaged(await readInterfaces(reader), (all) =>
      all.flatMap((one) => toLent(reader, one)).filter((row) => !known.has(row.address)),
    )
    return mapPaged(joinPaged(reserved, lent), (all) =>
      all
        .filter((row) => input.address === undefined || row.address === input.address)
        .filter((row) => !input.unattached || row.attached === false),
    )
  },
  keyOf: (row) => [row.region ?? '', row.address],
  toValue: ({ rows, total }) => ({ addresses: [...rows], total }),
})

type Address = Readonly<{
  AllocationId?: string | undefined
  PublicIp?: string | undefined
  InstanceId?: string | undefined
  NetworkInterfaceId?: string | undefined
  AssociationId?: string | undefined
  Tags?: readonly { Key?: string | undefined; Value?: string | undefined }[] | undefined
}>

function toReserved(reader: Reader, one: Address) {
  const tags = toTags(one.Tags)
  const instance = one.InstanceId === '' ? undefined : one.InstanceId
  const to = instance ?? one.NetworkInterfaceId ?? null
  return {
    id: one.AllocationId ?? one.PublicIp ?? '',
    name: nameOf(tags),
    ...placeOf(reader),
    tags,
    address: need(one.PublicIp),
    kind: 'reserved' as const,
    attached: one.AssociationId !== undefined || to !== null,
    attached_to: to,
    attached_kind: to === null ? null : instance === undefined ? 'interface' : 'instance',
    network: null,
    created_at: null,
  }
}

function toLent(reader: Reader, one: Awaited<ReturnType<typeof readInterfaces>>['items'][number]) {
  const address = one.Association?.PublicIp
  if (address === undefined || address === '') return []
  const attached = toAttachment(one)
  return [
    {
      id: one.Association?.AllocationId ?? address,
      name: null,
      ...placeOf(reader),
      tags: null,
      address,
      kind: one.Association?.AllocationId === undefined ? ('ephemeral' as const) : ('reserved' as const),
      attached: true,
      attached_to: attached.to ?? one.NetworkInterfaceId ?? null,
      attached_kind: attached.kind,
      network: one.VpcId ?? null,
      created_at: null,
    },
  ]
}
