import { cloudIamRolesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { readProjectPolicy } from '../iam.ts'
import { createNotes, serveList } from '../reading.ts'
import { holds, lastOf, maybeFlag, maybeText, placeOf } from '../values.ts'

const role = z.object({ name: z.string(), title: maybeText, description: maybeText, deleted: maybeFlag })

// Custom roles of the project, and the roles that its policy grants with who holds them.
export const serveIamRolesList = serveList(cloudIamRolesList, {
  async read(reader, { match, external_only, tag }) {
    const notes = createNotes(reader)
    const list = await collect(reader, {
      service: 'iam',
      path: ['projects', reader.project.id, 'roles'],
      field: 'roles',
      row: role,
      size: ['pageSize', 500],
      needs: 'iam.roles.list',
    })
    const policy = await notes.seek(readProjectPolicy(reader))
    const holders = new Map<string, string[]>()
    for (const { role: name, members } of policy?.bindings ?? [])
      holders.set(name, [...(holders.get(name) ?? []), ...members])
    const custom = new Map(list.paged.items.map((one) => [one.name, one]))
    const all = [...new Set([...custom.keys(), ...holders.keys()])].map((name) => {
      const trusted = policy === null ? null : (holders.get(name) ?? [])
      return {
        id: name,
        name: custom.get(name)?.title ?? lastOf(name),
        ...placeOf(reader, null),
        tags: null,
        description: custom.get(name)?.description ?? null,
        trusted,
        external: trusted?.some(isFromOutside) ?? null,
        policies: null,
        permissions: null,
        custom: custom.has(name),
        last_used_at: null,
        created_at: null,
      }
    })
    const items = all.filter(
      (row) =>
        tag === undefined &&
        (holds(row.name, match) || holds(row.id, match)) &&
        (!external_only || row.external !== false),
    )
    const rows = mapRows({ ...list, paged: { ...list.paged, items: [null] } }, () => items)
    return { ...rows, gaps: [...list.gaps, ...notes.parts()], unproven: 'inherited_grants_not_read' }
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ roles: [...rows], total }),
})

// Whoever an identity provider outside vouches for, and everybody.
function isFromOutside(member: string): boolean {
  return /^(?:allUsers|allAuthenticatedUsers|principal:|principalSet:)/.test(member)
}
