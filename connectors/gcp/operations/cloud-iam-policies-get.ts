import { ArgumentError } from '@vedette/proto/connector'
import { cloudIamPoliciesGet } from '@vedette/proto/operations'
import { z } from 'zod'
import { askAs } from '../answers.ts'
import { type Policy, readProjectPolicy } from '../iam.ts'
import { createNotes, orNothing, serveFind } from '../reading.ts'
import { placeOf, texts } from '../values.ts'

const NOT_READ = Object.freeze([
  'folder and organisation policies',
  'deny policies',
  'principal access boundaries',
])
const MAX_ROLES = 20
const role = z.object({ name: z.string(), includedPermissions: texts })

// What the project's own policy grants to a principal or by a role, with the permissions of each role.
export const serveIamPoliciesGet = serveFind(cloudIamPoliciesGet, {
  field: 'principal',
  async find(reader, { policy: wanted, principal, action, limit }) {
    if ((wanted === undefined) === (principal === undefined))
      throw new ArgumentError({
        field: 'principal',
        message: 'give either principal or policy',
        fix: 'name one user, group or service account, or one role',
      })
    const notes = createNotes(reader)
    const said = await readProjectPolicy(reader)
    const bindings = said.bindings.filter((one) => isMeant(one, { wanted, principal }))
    const known = new Map<string, readonly string[] | null>()
    const roles = [...new Set(bindings.map((one) => one.role))]
    for (const name of roles.slice(0, MAX_ROLES)) {
      const path = name.split('/')
      const read = askAs(reader, { service: 'iam', path, row: role, needs: 'iam.roles.get' })
      known.set(name, (await notes.seek(orNothing(read)))?.includedPermissions ?? null)
    }
    const statements = bindings
      .map((one) => ({
        policy: one.role,
        kind: 'role_binding',
        effect: 'allow' as const,
        actions: [...(known.get(one.role) ?? [one.role])],
        not_actions: null,
        resources: [`projects/${reader.project.id}`],
        principals: one.members,
        condition: one.condition?.expression ?? null,
      }))
      // A role whose permissions are not known may hold the action.
      .filter((one) => action === undefined || one.actions.includes(action) || known.get(one.policy) == null)
    const value = {
      subject: wanted ?? principal ?? '',
      ...placeOf(reader, null),
      statements: statements.slice(0, limit),
      not_read: [...NOT_READ],
      total: statements.length,
    }
    return {
      value,
      notes: notes.parts(),
      items: value.statements.length,
      cut: statements.length > limit || roles.length > MAX_ROLES,
      // What is inherited may grant what the project's own policy does not.
      unproven: 'inherited_grants_not_read',
    }
  },
})

function isMeant(
  one: Policy['bindings'][number],
  { wanted, principal }: Readonly<{ wanted: string | undefined; principal: string | undefined }>,
): boolean {
  if (wanted !== undefined) return one.role === wanted || one.role.endsWith(`/${wanted}`)
  return one.members.some((member) => member === principal || member.endsWith(`:${principal}`))
}
