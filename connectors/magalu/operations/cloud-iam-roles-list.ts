import { matchVisible } from '@vedette/connectors/kit'
import { cloudIamRolesList } from '@vedette/proto/operations'
import { readRoles } from '../iam.ts'
import { serveList } from '../reading.ts'

// Roles of the tenant. Who else may take one is not told, so that question is never answered with none.
export const serveCloudIamRolesList = serveList(cloudIamRolesList, {
  isGlobal: true,
  async read(site, { match, external_only, tag }) {
    const paged = await readRoles(site)
    const rows = paged.items
      .filter((one) => !external_only && tag === undefined && matchVisible(site.context, one.name, match))
      .map((one) => ({
        id: one.name,
        name: one.name,
        account: site.account,
        region: null,
        tags: null,
        description: one.description ?? null,
        trusted: null,
        external: null,
        policies: null,
        permissions: null,
        custom: null,
        last_used_at: null,
        created_at: null,
      }))
    const isUntold = external_only || tag !== undefined
    return { rows, paged: [paged], unproven: isUntold ? 'roles_do_not_tell_it' : undefined }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ roles: rows, total }),
})
