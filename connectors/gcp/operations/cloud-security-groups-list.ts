import { cidrHolds } from '@vedette/connectors/kit'
import { cloudSecurityGroupsList } from '@vedette/proto/operations'
import { joinLists, mapRows } from '../answers.ts'
import { readPolicies } from '../firewall-policies.ts'
import { type FilterRule, firewall, readGlobal, toRules } from '../networks.ts'
import { serveList } from '../reading.ts'
import { names, placeOf, tail } from '../values.ts'

const ANY: readonly string[] = ['0.0.0.0/0', '::/0']

// Firewall rules of VPC networks, each as a group of its own, and the policies in force on each network, those of the
// organisation and its folders included. A network whose policies cannot be read is a gap.
export const serveSecurityGroupsList = serveList(cloudSecurityGroupsList, {
  async read(reader, { network, open_to, port, tag }) {
    const list = await readGlobal(reader, {
      resource: 'firewalls',
      kind: 'compute#firewallList',
      row: firewall,
    })
    const policies = await readPolicies(reader, network)
    const own = mapRows(list, (all) =>
      all
        .filter((one) => names(one.network, network))
        .map((one) => ({
          rules: toRules(one),
          row: { id: one.id, name: one.name, network: tail(one.network), description: one.description },
        })),
    )
    return mapRows(joinLists(own, policies), (all) =>
      all
        .filter(({ rules }) => tag === undefined && letsIn(rules, { open_to, port }))
        .map(({ row, rules }) => ({
          ...row,
          ...placeOf(reader, null),
          tags: null,
          ingress_rules: rules.filter((rule) => rule.direction === 'ingress').length,
          egress_rules: rules.filter((rule) => rule.direction === 'egress').length,
          open_to_internet: toOpenings(rules),
          attached: null,
        })),
    )
  },
  keyOf: (row) => [row.network ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ groups: [...rows], total }),
})

function toOpenings(rules: readonly FilterRule[]) {
  return rules
    .filter((rule) => rule.direction === 'ingress' && rule.action === 'allow')
    .flatMap((rule) =>
      rule.peers
        .filter((peer) => ANY.includes(peer))
        .flatMap((cidr) =>
          (rule.ports ?? [null]).map((range) => ({
            protocol: rule.protocol,
            from_port: range?.from ?? null,
            to_port: range?.to ?? null,
            cidr,
          })),
        ),
    )
}

function letsIn(
  rules: readonly FilterRule[],
  { open_to, port }: Readonly<{ open_to: string | undefined; port: number | undefined }>,
): boolean {
  if (open_to === undefined && port === undefined) return true
  return rules.some(
    (rule) =>
      rule.direction === 'ingress' &&
      rule.action === 'allow' &&
      (open_to === undefined || rule.peers.some((peer) => cidrHolds(peer, open_to) === true)) &&
      (port === undefined ||
        rule.ports === null ||
        rule.ports.some((it) => it.from <= port && port <= it.to)),
  )
}
