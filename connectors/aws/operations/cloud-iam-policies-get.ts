import { sideBySide } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { cloudIamPoliciesGet } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { isAbsent } from '../errors.ts'
import { matchesGlob, parsePolicy, type Statement } from '../iam.ts'
import { createNotes, type Notes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { need, placeOf } from '../values.ts'

type Row = Statement & Readonly<{ policy: string; kind: string }>
type Told = Readonly<{ subject: string; rows: readonly Row[]; notRead: readonly string[] }>

const BEYOND = Object.freeze([
  'permissions boundaries',
  'organisation policies',
  'resource policies',
  'session policies',
])

// Statements of one managed policy, or all that are attached to or written into a user or role.
export const serveIamPoliciesGet = serveFind(cloudIamPoliciesGet, {
  where: 'global',
  field: 'policy',
  async find(reader, input) {
    const { policy, principal } = input
    if ((policy === undefined) === (principal === undefined))
      throw new ArgumentError({
        field: 'policy',
        message: 'policy or principal is needed, not both',
        fix: 'give the policy, or whom it is attached to',
      })
    const notes = createNotes(reader)
    const told = await (policy === undefined
      ? readPrincipal(reader, principal ?? '', notes)
      : readOne(reader, policy)
    ).catch((error: unknown) => {
      if (isAbsent(error)) return undefined
      throw error
    })
    if (told === undefined) return undefined
    const rows = told.rows.filter((row) => touches(row, input.action))
    const value = {
      subject: told.subject,
      ...placeOf(reader),
      statements: rows.slice(0, input.limit).map((row) => ({ ...row })),
      not_read: [...told.notRead],
      total: rows.length,
    }
    return { value, notes: notes.parts(), items: told.rows.length, page: { total: rows.length } }
  },
})

async function readOne(reader: Reader, policy: string): Promise<Told> {
  const arn = policy.startsWith('arn:') ? policy : `arn:aws:iam::${reader.account}:policy/${policy}`
  return { subject: arn, rows: await readManaged(reader, arn), notRead: [] }
}

async function readPrincipal(reader: Reader, principal: string, notes: Notes): Promise<Told> {
  const [, kind = '', path = principal] = /:(user|role)\/(.+)$/.exec(principal) ?? []
  const name = path.split('/').at(-1) ?? path
  if (kind === 'user') return readUser(reader, name, notes)
  if (kind === 'role') return readRole(reader, name)
  try {
    return await readRole(reader, name)
  } catch (error) {
    if (isAbsent(error)) return readUser(reader, name, notes)
    throw error
  }
}

async function readRole(reader: Reader, RoleName: string): Promise<Told> {
  const attached = await reader.call('iam', 'listAttachedRolePolicies', { RoleName, MaxItems: 1000 })
  const inline = await reader.call('iam', 'listRolePolicies', { RoleName, MaxItems: 1000 })
  const managed = await sideBySide(need(attached.AttachedPolicies), 4, (one) =>
    readManaged(reader, one.PolicyArn ?? ''),
  )
  const own = await sideBySide(need(inline.PolicyNames), 4, async (PolicyName) => {
    const said = await reader.call('iam', 'getRolePolicy', { RoleName, PolicyName })
    return toRows(said.PolicyDocument, PolicyName, 'inline')
  })
  return { subject: RoleName, rows: [...managed.flat(), ...own.flat()], notRead: BEYOND }
}

async function readUser(reader: Reader, UserName: string, notes: Notes): Promise<Told> {
  const attached = await reader.call('iam', 'listAttachedUserPolicies', { UserName, MaxItems: 1000 })
  const inline = await reader.call('iam', 'listUserPolicies', { UserName, MaxItems: 1000 })
  const groups = await notes.seek(reader.call('iam', 'listGroupsForUser', { UserName }))
  const managed = await sideBySide(need(attached.AttachedPolicies), 4, (one) =>
    readManaged(reader, one.PolicyArn ?? ''),
  )
  const own = await sideBySide(need(inline.PolicyNames), 4, async (PolicyName) => {
    const said = await reader.call('iam', 'getUserPolicy', { UserName, PolicyName })
    return toRows(said.PolicyDocument, PolicyName, 'inline')
  })
  const named =
    groups === null
      ? ['group policies']
      : need(groups.Groups).map((one) => `policies of group ${one.GroupName}`)
  return { subject: UserName, rows: [...managed.flat(), ...own.flat()], notRead: [...named, ...BEYOND] }
}

async function readManaged(reader: Reader, PolicyArn: string): Promise<readonly Row[]> {
  const { Policy } = await reader.call('iam', 'getPolicy', { PolicyArn })
  const VersionId = need(Policy?.DefaultVersionId)
  const { PolicyVersion } = await reader.call('iam', 'getPolicyVersion', { PolicyArn, VersionId })
  return toRows(PolicyVersion?.Document, Policy?.PolicyName ?? PolicyArn, 'managed')
}

function toRows(document: string | undefined, policy: string, kind: string): readonly Row[] {
  return need(parsePolicy(document)).map((one) => ({ ...one, policy, kind }))
}

// Whether a statement may speak of an action: by name, by pattern, or by leaving others out.
function touches(row: Row, action: string | undefined): boolean {
  if (action === undefined || row.not_actions !== null) return true
  return row.actions.some((pattern) => matchesGlob(pattern.toLowerCase(), action.toLowerCase()))
}
