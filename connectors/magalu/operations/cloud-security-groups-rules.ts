import { sliceByKey } from '@vedette/connectors/kit'
import { cloudSecurityGroupsRules } from '@vedette/proto/operations'
import { type Rule, readGroup, readGroups, toPeer } from '../network.ts'
import { pickOne, serveFind } from '../reading.ts'

// Rules of one security group, by id or name; all of them allow.
export const serveCloudSecurityGroupsRules = serveFind(cloudSecurityGroupsRules, {
  field: 'group',
  async find(site, input) {
    const one = pickOne(await readGroups(site), input.group, 'group', ({ id, name }) => [id, name])
    if (one === undefined) return undefined
    const detail = await readGroup(site, one.id)
    const rules = detail.rules
      .map(toRule)
      .filter(({ direction }) => input.direction === undefined || direction === input.direction)
    const slice = sliceByKey(
      rules,
      (row) => [row.direction, row.id ?? '', row.protocol, row.peers.join()],
      input,
    )
    return {
      value: {
        group: {
          id: one.id,
          name: one.name ?? null,
          account: site.account,
          region: site.region,
          tags: null,
          network: one.vpc_id ?? null,
          description: one.description ?? null,
        },
        rules: [...slice.rows],
        attached_to: detail.ports ?? null,
        total: slice.total,
      },
      items: slice.rows.length,
      page: { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) },
    }
  },
})

function toRule(one: Rule) {
  const [from, to] = [one.port_range_min, one.port_range_max]
  return {
    id: one.id ?? null,
    direction: one.direction === 'ingress' ? ('ingress' as const) : ('egress' as const),
    action: 'allow' as const,
    protocol: one.protocol ?? 'all',
    ports: from == null && to == null ? null : [{ from: from ?? 0, to: to ?? 65_535 }],
    peers: [toPeer(one)],
    priority: null,
    description: one.description ?? null,
  }
}
