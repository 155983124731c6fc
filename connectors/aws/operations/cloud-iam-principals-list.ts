import { sideBySide, together } from '@vedette/connectors/kit'
import { cloudIamPrincipalsList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { orAbsent } from '../errors.ts'
import { nextOf, readKeys, readUsers, type User } from '../iam.ts'
import { collect, createNotes, joinPaged, mapPaged, type Notes, wholeList } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, need, placeOf, texts, toTime } from '../values.ts'

// Users with their policies, groups, keys and second factors, and groups. Service accounts are roles here.
export const serveIamPrincipalsList = serveList(cloudIamPrincipalsList, {
  where: 'global',
  async read(reader, { kind, match }) {
    const notes = createNotes(reader)
    const users = kind === undefined || kind === 'user' ? await readUsers(reader) : wholeList([])
    const groups = kind === undefined || kind === 'group' ? await readGroups(reader) : wholeList([])
    const named = users.items.filter((one) => holds(one.UserName, match))
    const people = await sideBySide(named, 4, (one) => describeUser(reader, one, notes))
    const teams = groups.items
      .filter((one) => holds(one.GroupName, match))
      .map((one) => ({
        ...blank(reader, one.Arn, one.GroupName),
        kind: 'group' as const,
        created_at: toTime(one.CreateDate),
      }))
    const paged = joinPaged(
      mapPaged(users, () => people),
      mapPaged(groups, () => teams),
    )
    const unproven = kind === 'service_account' ? 'service_accounts_are_roles_here' : undefined
    return { paged, notes: notes.parts(), ...(unproven === undefined ? {} : { unproven }) }
  },
  keyOf: (row) => [row.kind, row.id],
  toValue: ({ rows, total }) => ({ principals: [...rows], total }),
})

function readGroups(reader: Reader) {
  return collect(async (Marker) => {
    const said = await reader.call('iam', 'listGroups', {
      MaxItems: 1000,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.Groups, next: nextOf(said) }
  })
}

async function describeUser(reader: Reader, user: User, notes: Notes) {
  const UserName = user.UserName ?? ''
  const [policies, groups, keys, factors, login] = await together([
    notes.seek(reader.call('iam', 'listAttachedUserPolicies', { UserName })),
    notes.seek(reader.call('iam', 'listGroupsForUser', { UserName })),
    notes.seek(readKeys(reader, UserName)),
    notes.seek(reader.call('iam', 'listMFADevices', { UserName })),
    notes.seek(orAbsent(reader.call('iam', 'getLoginProfile', { UserName }), false as const)),
  ])
  return {
    ...blank(reader, user.Arn, user.UserName),
    kind: 'user' as const,
    roles: policies === null ? null : texts(need(policies.AttachedPolicies).map((one) => one.PolicyName)),
    groups: groups === null ? null : texts(need(groups.Groups).map((one) => one.GroupName)),
    keys: keys?.length ?? null,
    console_access: login === null ? null : login !== false,
    second_factor: factors === null ? null : need(factors.MFADevices).length > 0,
    last_active_at: toTime(user.PasswordLastUsed),
    created_at: toTime(user.CreateDate),
  }
}

function blank(reader: Reader, arn: string | undefined, name: string | undefined) {
  return {
    id: arn ?? '',
    name: name ?? null,
    ...placeOf(reader),
    roles: null,
    groups: null,
    keys: null,
    console_access: null,
    second_factor: null,
    disabled: null,
    last_active_at: null,
  }
}
