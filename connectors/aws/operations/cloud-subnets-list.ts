import { together } from '@vedette/connectors/kit'
import { cloudSubnetsList } from '@vedette/proto/operations'
import { by, readFlowLogs, readRouteTables, readSubnets } from '../ec2.ts'
import { isPublicSubnet } from '../networking.ts'
import { createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, nameOf, placeOf, texts, toTags } from '../values.ts'

// Subnets of every region; whether each is public follows from its route table.
export const serveSubnetsList = serveList(cloudSubnetsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await readSubnets(reader, by('vpc-id', input.network))
    const [tables, logs] =
      paged.items.length === 0
        ? [null, null]
        : await together([notes.seek(readRouteTables(reader)), notes.seek(readFlowLogs(reader))])
    const routes = tables?.stop === 'end' ? tables.items : null
    const logged = logs?.stop === 'end' ? new Set(logs.items.map((one) => one.ResourceId)) : null
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => {
          const tags = toTags(one.Tags)
          return {
            id: one.SubnetId ?? '',
            name: nameOf(tags),
            ...placeOf(reader),
            tags,
            network: one.VpcId ?? null,
            cidr: one.CidrBlock ?? null,
            ipv6_cidr:
              texts((one.Ipv6CidrBlockAssociationSet ?? []).map((it) => it.Ipv6CidrBlock))[0] ?? null,
            zone: one.AvailabilityZone ?? null,
            addresses: toAddresses(one.CidrBlock),
            addresses_free: one.AvailableIpAddressCount ?? null,
            public: isPublicSubnet(one, routes),
            private_access: null,
            flow_logs: logged === null ? null : logged.has(one.SubnetId) || logged.has(one.VpcId),
          }
        })
        .filter((row) => hasTag(row.tags, input.tag)),
    )
    return { paged: rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ subnets: [...rows], total }),
})

// AWS keeps five addresses of each subnet for itself.
function toAddresses(cidr: string | undefined): number | null {
  const prefix = /\/(\d{1,2})$/.exec(cidr ?? '')?.[1]
  return prefix === undefined ? null : 2 ** (32 - Number(prefix)) - 5
}
