import { cloudIdentityGet } from '@vedette/proto/operations'
import { parseProject } from '../client.ts'
import { serveFind } from '../reading.ts'
import { toTime } from '../values.ts'

// Whom the credential acts as, and the project as the resource manager tells it: a fresh question, not the proof.
export const serveIdentityGet = serveFind(cloudIdentityGet, {
  field: 'account',
  async find(reader) {
    const { token, project } = reader
    const json = await reader.ask({
      service: 'projects',
      path: ['projects', project.id],
      needs: 'resourcemanager.projects.get',
    })
    const said = parseProject(json)
    const value = {
      account: said.id,
      account_name: said.name,
      organisation: said.parent?.startsWith('organizations/') === true ? said.parent : null,
      principal: token.principal ?? null,
      kind: token.principal === undefined ? ('unknown' as const) : ('service_account' as const),
      regions: null,
      expires_at: token.expiresAt === undefined ? null : toTime(new Date(token.expiresAt).toISOString()),
    }
    return { value }
  },
})
