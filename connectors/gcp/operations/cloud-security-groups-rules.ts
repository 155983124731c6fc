import { sliceByKey } from '@vedette/connectors/kit'
import { cloudSecurityGroupsRules } from '@vedette/proto/operations'
import { wholeRows } from '../answers.ts'
import { readPolicies } from '../firewall-policies.ts'
import { firewall, readGlobal, toRules } from '../networks.ts'
import { pickOne, serveFind } from '../reading.ts'
import { placeOf, tail } from '../values.ts'

// The entries of one firewall rule or of one policy in force on a network, and what it is for: tags or service accounts of machines.
export const serveSecurityGroupsRules = serveFind(cloudSecurityGroupsRules, {
  field: 'group',
  async find(reader, { group, direction, limit, cursor }) {
    const list = await readGlobal(reader, {
      resource: 'firewalls',
      kind: 'compute#firewallList',
      row: firewall,
    })
    const firewalls = wholeRows(list).map((one) => ({
      rules: toRules(one),
      row: { id: one.id, name: one.name, network: tail(one.network), description: one.description },
      targets: [...one.targetTags, ...one.targetServiceAccounts],
    }))
    // `network/policy`, as the list names the policies in force on a network.
    const [network = '', policy] = group.split('/')
    const policies = policy === undefined ? [] : wholeRows(await readPolicies(reader, network))
    const one = pickOne(
      [...firewalls, ...policies.map((it) => ({ ...it, targets: [] }))].filter(
        ({ row }) => row.id === group || row.name === group,
      ),
      { field: 'group', idOf: ({ row }) => row.id },
    )
    if (one === undefined) return undefined
    const rules = one.rules.filter((rule) => direction === undefined || rule.direction === direction)
    const keyOf = (rule: (typeof rules)[number]) => [
      rule.direction,
      rule.action,
      rule.protocol,
      JSON.stringify(rule.ports),
    ]
    const slice = sliceByKey(rules, keyOf, { limit, cursor })
    const value = {
      group: { ...one.row, ...placeOf(reader, null), tags: null },
      rules: [...slice.rows],
      attached_to: one.targets.length === 0 ? null : one.targets,
      total: slice.total,
    }
    const page = { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) }
    return { value, items: slice.rows.length, page }
  },
})
