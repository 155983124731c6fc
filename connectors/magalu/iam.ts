import { checkSegment } from '@vedette/connectors/kit'
import { z } from 'zod'
import { readList } from './lists.ts'
import { askMaybe, type Site } from './reading.ts'
import { text } from './values.ts'

const needs = 'iam:read'
const base = ['iam', 'api', 'v1']
const member = z.looseObject({ uuid: z.string(), email: text, name: text, tenant_id: text })
const account = z.looseObject({ uuid: z.string(), name: text, email: text })
const role = z.looseObject({ name: z.string(), description: text, origin: text })
const key = z.object({
  uuid: z.string(),
  name: text,
  start_validity: text,
  end_validity: text,
  revoked_at: text,
})
const rolePermissions = z.looseObject({ name: z.string(), permissions: z.array(z.string()) })
const grants = z.looseObject({ roles: z.array(z.string()), permissions: z.array(z.string()) })

// People of the tenant.
export function readMembers(site: Site) {
  return readList(site.client, { ...site, path: [...base, 'members'], row: member, needs })
}

// Service accounts of the tenant.
export function readServiceAccounts(site: Site) {
  return readList(site.client, { ...site, path: [...base, 'service-accounts'], row: account, needs })
}

// Roles of the tenant, those of Magalu Cloud included.
export function readRoles(site: Site) {
  return readList(site.client, { ...site, path: [...base, 'roles'], row: role, needs })
}

// What a role allows; undefined when the tenant has none of this name.
export function readPermissions(site: Site, name: string) {
  const path = [...base, 'roles', checkSegment('text', name, 'policy'), 'permissions']
  return askMaybe(() => site.client.ask({ ...site, path, schema: rolePermissions, needs }))
}

// Roles and permissions that a person was given, groups aside.
export function readGrants(site: Site, member: string) {
  const path = [...base, 'members', checkSegment('name', member, 'principal'), 'grants']
  return site.client.ask({ ...site, path, schema: grants, needs })
}

// Keys of one service account. The keys themselves are told too and never taken over: the schema leaves them out.
export function readKeys(site: Site, id: string) {
  const path = [...base, 'service-accounts', checkSegment('name', id, 'principal'), 'api-keys']
  return readList(site.client, { ...site, path, row: key, needs })
}
