import { sliceByKey } from '@vedette/connectors/kit'
import { cloudSecurityGroupsRules } from '@vedette/proto/operations'
import { wholeRows } from '../answers.ts'
import { firewall, readGlobal, toRules } from '../networks.ts'
import { pickOne, serveFind } from '../reading.ts'
import { placeOf, tail } from '../values.ts'

// The entries of one firewall rule, and what it is for: tags or service accounts of machines.
export const serveSecurityGroupsRules = serveFind(cloudSecurityGroupsRules, {
  field: 'group',
  async find(reader, { group, direction, limit, cursor }) {
    const list = await readGlobal(reader, {
      resource: 'firewalls',
      kind: 'compute#firewallList',
      row: firewall,
    })
    const one = pickOne(
      wholeRows(list).filter((it) => it.id === group || it.name === group),
      { field: 'group', idOf: (it) => it.id },
    )
    if (one === undefined) return undefined
    const rules = toRules(one).filter((rule) => direction === undefined || rule.direction === direction)
    const keyOf = (rule: (typeof rules)[number]) => [
      rule.direction,
      rule.action,
      rule.protocol,
      JSON.stringify(rule.ports),
    ]
    const slice = sliceByKey(rules, keyOf, { limit, cursor })
    const targets = [...one.targetTags, ...one.targetServiceAccounts]
    const value = {
      group: {
        id: one.id,
        name: one.name,
        ...placeOf(reader, null),
        tags: null,
        network: tail(one.network),
        description: one.description,
      },
      rules: [...slice.rows],
      attached_to: targets.length === 0 ? null : targets,
      total: slice.total,
    }
    const page = { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) }
    return { value, items: slice.rows.length, page }
  },
})
