import { together } from '@vedette/connectors/kit'
import { cloudIamPrincipalsList } from '@vedette/proto/operations'
import { joinLists, mapRows } from '../answers.ts'
import { readProjectPolicy, readServiceAccounts } from '../iam.ts'
import { serveList } from '../reading.ts'
import { holds, placeOf } from '../values.ts'

const KINDS = Object.freeze({ user: 'user', group: 'group', serviceAccount: 'service_account' } as const)
type Kind = (typeof KINDS)[keyof typeof KINDS] | 'unknown'

// Service accounts of the project, and whoever its own policy names. Who inherits a role from a folder or the
// organisation is not among them, so nobody is not proved.
export const serveIamPrincipalsList = serveList(cloudIamPrincipalsList, {
  async read(reader, { kind, match }) {
    const [accounts, policy] = await together([readServiceAccounts(reader), readProjectPolicy(reader)])
    const roles = new Map<string, string[]>()
    for (const { role, members } of policy.bindings)
      for (const member of members) roles.set(member, [...(roles.get(member) ?? []), role])
    const own = new Set(accounts.paged.items.map((one) => `serviceAccount:${one.email}`))
    const base = { groups: null, keys: null, console_access: null, second_factor: null, last_active_at: null }
    const listed = mapRows(accounts, (all) =>
      all.map((one) => ({
        id: one.uniqueId,
        name: one.email,
        ...placeOf(reader, null),
        kind: 'service_account' as Kind,
        roles: roles.get(`serviceAccount:${one.email}`) ?? [],
        ...base,
        disabled: one.disabled ?? false,
        created_at: null,
      })),
    )
    const named = [...roles]
      .filter(([member]) => !own.has(member))
      .map(([member, held]) => ({
        id: member,
        name: member.slice(member.indexOf(':') + 1),
        ...placeOf(reader, null),
        kind: toKind(member),
        roles: held,
        ...base,
        disabled: member.startsWith('deleted:') ? true : null,
        created_at: null,
      }))
    const rows = mapRows(joinLists(listed, { paged: { items: named, stop: 'end' }, gaps: [] }), (all) =>
      all.filter((row) => (kind === undefined || row.kind === kind) && holds(row.name, match)),
    )
    return { ...rows, unproven: 'inherited_grants_not_read' }
  },
  keyOf: (row) => [row.kind, row.name, row.id],
  toValue: ({ rows, total }) => ({ principals: [...rows], total }),
})

function toKind(member: string): Kind {
  const word = member.replace(/^deleted:/, '').split(':')[0] ?? ''
  return Object.hasOwn(KINDS, word) ? KINDS[word as keyof typeof KINDS] : 'unknown' // just checked
}
