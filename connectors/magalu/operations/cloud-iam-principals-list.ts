import { matchVisible, together } from '@vedette/connectors/kit'
import { cloudIamPrincipalsList } from '@vedette/proto/operations'
import { readMembers, readServiceAccounts } from '../iam.ts'
import { serveList } from '../reading.ts'

// People and service accounts of the tenant. Groups are not read.
export const serveCloudIamPrincipalsList = serveList(cloudIamPrincipalsList, {
  isGlobal: true,
  async read(site, { kind, match }) {
    const [members, accounts] = await together([readMembers(site), readServiceAccounts(site)])
    const named = [
      ...members.items.map((one) => ({ ...one, kind: 'user' as const })),
      ...accounts.items.map((one) => ({ ...one, kind: 'service_account' as const })),
    ]
    const rows = named
      .map((one) => ({
        id: one.uuid,
        name: one.email ?? one.name ?? null,
        account: site.account,
        region: null,
        kind: one.kind,
        roles: null,
        groups: null,
        keys: null,
        console_access: null,
        second_factor: null,
        disabled: null,
        last_active_at: null,
        created_at: null,
      }))
      .filter(
        (one) => (kind === undefined || one.kind === kind) && matchVisible(site.context, one.name, match),
      )
    const isPartial = kind === undefined || kind === 'group'
    const unproven = isPartial ? 'groups_are_not_read' : undefined
    return { rows, paged: [members, accounts], unproven, isPartial }
  },
  keyOf: (row) => [row.kind, row.id],
  toValue: ({ rows, total }) => ({ principals: rows, total }),
})
