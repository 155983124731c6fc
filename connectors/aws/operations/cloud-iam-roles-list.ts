import { sideBySide, together } from '@vedette/connectors/kit'
import { cloudIamRolesList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { parsePolicy, type Role, readRoles } from '../iam.ts'
import { createNotes, mapPaged, type Notes } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, need, placeOf, texts, toTags, toTime } from '../values.ts'

// Roles with whom they trust and what is attached. Tags and last use need a call for each, so at most 200 have them.
const DETAILED = 200

export const serveIamRolesList = serveList(cloudIamRolesList, {
  where: 'global',
  async read(reader, input) {
    const notes = createNotes(reader)
    const paged = await readRoles(reader)
    const named = paged.items.filter((one) => holds(one.RoleName, input.match))
    const outer = named.filter(
      (one) => !input.external_only || isExternal(trustOf(one), reader.account) !== false,
    )
    const cut = outer.length > DETAILED
    const rows = await sideBySide(outer.slice(0, DETAILED), 6, (one) => describe(reader, one, notes))
    const tagged = rows.filter((row) => input.tag === undefined || hasTag(row.tags ?? {}, input.tag))
    const blind = input.tag !== undefined && rows.some((row) => row.tags === null)
    const told = mapPaged(paged, () => tagged)
    return {
      paged: cut ? { items: tagged, stop: 'cap', cap: 'rows' } : told,
      notes: notes.parts(),
      ...(blind ? { unproven: 'tags_not_read' } : {}),
    }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ roles: [...rows], total }),
})

async function describe(reader: Reader, one: Role, notes: Notes) {
  const RoleName = one.RoleName ?? ''
  const [detail, attached, inline] = await together([
    notes.seek(reader.call('iam', 'getRole', { RoleName })),
    notes.seek(reader.call('iam', 'listAttachedRolePolicies', { RoleName })),
    notes.seek(reader.call('iam', 'listRolePolicies', { RoleName })),
  ])
  const trusted = trustOf(one)
  const policies =
    attached === null || inline === null
      ? null
      : texts([...need(attached.AttachedPolicies).map((it) => it.PolicyName), ...need(inline.PolicyNames)])
  return {
    id: one.Arn ?? '',
    name: one.RoleName ?? null,
    ...placeOf(reader),
    tags: detail === null ? null : toTags(detail.Role?.Tags),
    description: one.Description === undefined || one.Description === '' ? null : one.Description,
    trusted,
    external: isExternal(trusted, reader.account),
    policies,
    permissions: null,
    custom: one.Path === undefined ? null : !one.Path.startsWith('/aws-service-role/'),
    last_used_at: toTime(detail?.Role?.RoleLastUsed?.LastUsedDate),
    created_at: toTime(one.CreateDate),
  }
}

function trustOf(one: Role): string[] | null {
  const statements = parsePolicy(one.AssumeRolePolicyDocument)
  if (statements === null) return null
  return [...new Set(statements.flatMap((it) => (it.effect === 'allow' ? (it.principals ?? []) : [])))]
}

// Whether another account or an identity provider may take the role; services of AWS are not counted.
function isExternal(trusted: readonly string[] | null, account: string): boolean | null {
  if (trusted === null) return null
  return trusted.some(
    (one) =>
      one === '*' ||
      (!/\.amazonaws\.com(?:\.cn)?$/.test(one) && !one.includes(account)) ||
      /:(?:oidc|saml)-provider\//.test(one),
  )
}
