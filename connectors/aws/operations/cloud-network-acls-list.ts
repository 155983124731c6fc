import { cloudNetworkAclsList } from '@vedette/proto/operations'
import { by } from '../ec2.ts'
import { toPorts, toProtocol } from '../networking.ts'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { nameOf, need, placeOf, texts, toTags } from '../values.ts'

// Network ACLs of every region with their rules, in the order in which they are tried.
export const serveNetworkAclsList = serveList(cloudNetworkAclsList, {
  async read(reader, { network, subnet }) {
    const Filters = [...by('vpc-id', network), ...by('association.subnet-id', subnet)]
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('ec2', 'describeNetworkAcls', {
        MaxResults: 1000,
        ...(Filters.length === 0 ? {} : { Filters }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.NetworkAcls, next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all.map((one) => {
        const tags = toTags(one.Tags)
        const entries = need(one.Entries).toSorted((a, b) => (a.RuleNumber ?? 0) - (b.RuleNumber ?? 0))
        return {
          id: one.NetworkAclId ?? '',
          name: nameOf(tags),
          ...placeOf(reader),
          tags,
          network: one.VpcId ?? null,
          default: one.IsDefault ?? null,
          subnets: texts(need(one.Associations).map((it) => it.SubnetId)),
          rules: entries.map((rule) => ({
            id: null,
            direction: rule.Egress === true ? ('egress' as const) : ('ingress' as const),
            action: rule.RuleAction === 'allow' ? ('allow' as const) : ('deny' as const),
            protocol: toProtocol(rule.Protocol),
            ports: toPorts(rule.PortRange?.From, rule.PortRange?.To),
            peers: texts([rule.CidrBlock, rule.Ipv6CidrBlock]),
            priority: rule.RuleNumber ?? null,
            description: null,
          })),
        }
      }),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ acls: [...rows], total }),
})
