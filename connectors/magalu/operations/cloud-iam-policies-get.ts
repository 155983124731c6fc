import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { cloudIamPoliciesGet } from '@vedette/proto/operations'
import { readGrants, readMembers, readPermissions } from '../iam.ts'
import { mapSome } from '../lists.ts'
import { notFound, pickOne, type Site, serveFind } from '../reading.ts'

type Statement = Readonly<{ policy: string; kind: string; actions: readonly string[] }>

// What a role allows, or what a person was given. What comes by groups is not read, which is said.
export const serveCloudIamPoliciesGet = serveFind(cloudIamPoliciesGet, {
  field: 'policy',
  isGlobal: true,
  async find(site, { policy, principal, action, limit }) {
    if ((policy === undefined) === (principal === undefined))
      throw new ArgumentError({
        field: 'policy',
        message: 'one of policy and principal is needed',
        fix: 'give policy or principal, not both',
      })
    const told =
      principal === undefined ? await readRole(site, policy ?? '') : await readPerson(site, principal)
    if (told === undefined) return undefined
    const matching = told
      .filter(({ actions }) => action === undefined || actions.includes(action))
      .map((one) => ({
        policy: one.policy,
        kind: one.kind,
        effect: 'allow' as const,
        actions: [...one.actions],
        not_actions: null,
        resources: ['*'],
        principals: null,
        condition: null,
      }))
    const statements = matching.slice(0, limit)
    const isPart = principal !== undefined || statements.length < matching.length
    const cut = { scope: site.scope, state: 'truncated' as const, cap: 'by_source' as const }
    return {
      value: {
        subject: principal ?? policy ?? '',
        account: site.account,
        region: null,
        statements,
        not_read: principal === undefined ? [] : ['group'],
        total: isPart ? null : matching.length,
      },
      items: statements.length,
      notes: isPart ? [{ ...cut, at_least: statements.length }] : [],
    }
  },
})

async function readRole(site: Site, name: string): Promise<readonly Statement[] | undefined> {
  const role = await readPermissions(site, name)
  if (role === undefined) return undefined
  return role.permissions.length === 0
    ? []
    : [{ policy: role.name, kind: 'managed', actions: role.permissions }]
}

async function readPerson(site: Site, wanted: string): Promise<readonly Statement[]> {
  const member = pickOne(await readMembers(site), wanted, 'principal', ({ uuid, email }) => [uuid, email])
  if (member === undefined) throw notFound('principal')
  const { roles, permissions } = await readGrants(site, member.uuid)
  const read = await mapSome(roles, (role) => readRole(site, role))
  // A role that was given and is not there leaves what it allows unknown.
  if (read.includes(undefined)) throw new SourceError('unusable', { why: 'malformed' })
  const own = permissions.length === 0 ? [] : [{ policy: 'own', kind: 'inline', actions: permissions }]
  return [...read.flatMap((one) => one ?? []), ...own]
}
