import { cidrHolds } from '@vedette/connectors/kit'
import { cloudSecurityGroupsList } from '@vedette/proto/operations'
import { by, readInterfaces, readSecurityGroups, type SecurityGroup } from '../ec2.ts'
import { openToInternet, rangesOf, takesPort } from '../networking.ts'
import { createNotes, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, nameOf, need, placeOf, toTags } from '../values.ts'

// Security groups of every region; how many interfaces each is on is null where interfaces were not read.
export const serveSecurityGroupsList = serveList(cloudSecurityGroupsList, {
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await readSecurityGroups(reader, by('vpc-id', input.network))
    const interfaces = paged.items.length === 0 ? null : await notes.seek(readInterfaces(reader))
    const uses = interfaces?.stop === 'end' ? interfaces.items.flatMap((one) => one.Groups ?? []) : null
    const rows = mapPaged(paged, (all) =>
      all
        .filter((one) => lets(one, input))
        .map((one) => {
          const tags = toTags(one.Tags)
          return {
            id: one.GroupId ?? '',
            name: one.GroupName ?? nameOf(tags),
            ...placeOf(reader),
            tags,
            network: one.VpcId ?? null,
            description: one.Description ?? null,
            ingress_rules: one.IpPermissions?.length ?? 0,
            egress_rules: one.IpPermissionsEgress?.length ?? 0,
            open_to_internet: openToInternet(one),
            attached: uses === null ? null : uses.filter((it) => it.GroupId === one.GroupId).length,
          }
        })
        .filter((row) => hasTag(row.tags, input.tag)),
    )
    return { paged: rows, notes: notes.parts() }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ groups: [...rows], total }),
})

// Whether one rule lets both the wanted CIDR and the wanted port in.
function lets(
  group: SecurityGroup,
  { open_to, port }: Readonly<{ open_to?: string | undefined; port?: number | undefined }>,
): boolean {
  if (open_to === undefined && port === undefined) return true
  return need(group.IpPermissions).some(
    (one) =>
      (port === undefined || takesPort(one, port)) &&
      (open_to === undefined || rangesOf(one).some((range) => cidrHolds(range, open_to) === true)),
  )
}
