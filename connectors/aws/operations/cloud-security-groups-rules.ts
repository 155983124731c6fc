import { sliceByKey } from '@vedette/connectors/kit'
import { cloudSecurityGroupsRules } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { by, readInterfaces, readSecurityGroups, type SecurityGroup } from '../ec2.ts'
import { orAbsent } from '../errors.ts'
import { toAttachment, toPorts, toProtocol } from '../networking.ts'
import { checkWhole, collect, createNotes } from '../pages.ts'
import { pageOf, pickOne, serveFind } from '../reading.ts'
import { nameOf, placeOf, texts, toTags } from '../values.ts'

// Rules of one security group, by its id or name, and what it stands before.
export const serveSecurityGroupsRules = serveFind(cloudSecurityGroupsRules, {
  field: 'group',
  async find(reader, input) {
    const filters = input.group.startsWith('sg-')
      ? by('group-id', input.group)
      : by('group-name', input.group)
    const found = await orAbsent(readSecurityGroups(reader, filters), undefined)
    const group = pickOne(found?.items ?? [], { field: 'group', idOf: (one) => one.GroupId })
    if (group?.GroupId === undefined) return undefined
    const notes = createNotes(reader)
    const all = await readRules(reader, group.GroupId)
    const rules = all.filter((one) => input.direction === undefined || one.direction === input.direction)
    const slice = sliceByKey(rules, (one) => [one.direction, one.id ?? ''], input)
    const interfaces = await notes.seek(readInterfaces(reader, by('group-id', group.GroupId)))
    const value = {
      group: toGroup(reader, group),
      rules: [...slice.rows],
      attached_to:
        interfaces === null
          ? null
          : interfaces.items.map((one) => toAttachment(one).to ?? one.NetworkInterfaceId ?? ''),
      total: slice.total,
    }
    return { value, notes: notes.parts(), items: all.length, page: pageOf(slice) }
  },
})

async function readRules(reader: Reader, group: string) {
  const paged = await collect(async (NextToken) => {
    const said = await reader.call('ec2', 'describeSecurityGroupRules', {
      MaxResults: 1000,
      Filters: [{ Name: 'group-id', Values: [group] }],
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.SecurityGroupRules, next: said.NextToken }
  })
  checkWhole(paged)
  return paged.items.map((one) => ({
    id: one.SecurityGroupRuleId ?? null,
    direction: one.IsEgress === true ? ('egress' as const) : ('ingress' as const),
    action: 'allow' as const,
    protocol: toProtocol(one.IpProtocol),
    ports: toPorts(one.FromPort, one.ToPort),
    peers: texts([one.CidrIpv4, one.CidrIpv6, one.PrefixListId, one.ReferencedGroupInfo?.GroupId]),
    priority: null,
    description: one.Description ?? null,
  }))
}

function toGroup(reader: Reader, one: SecurityGroup) {
  const tags = toTags(one.Tags)
  return {
    id: one.GroupId ?? '',
    name: one.GroupName ?? nameOf(tags),
    ...placeOf(reader),
    tags,
    network: one.VpcId ?? null,
    description: one.Description ?? null,
  }
}
