import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'
import { need } from './values.ts'

export type User = NonNullable<Output<'iam', 'listUsers'>['Users']>[number]
export type Role = NonNullable<Output<'iam', 'listRoles'>['Roles']>[number]

type Marked = Readonly<{ Marker?: string | undefined; IsTruncated?: boolean | undefined }>

// IAM says by IsTruncated whether there is more; a marker alone is not believed.
export function nextOf({ Marker, IsTruncated }: Marked): string | undefined {
  return IsTruncated === true ? need(Marker) : undefined
}

// Users of the account, to their end.
export function readUsers(reader: Reader): Promise<Paged<User>> {
  return collect(async (Marker) => {
    const said = await reader.call('iam', 'listUsers', {
      MaxItems: 1000,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.Users, next: nextOf(said) }
  })
}

// Roles of the account, to their end.
export function readRoles(reader: Reader): Promise<Paged<Role>> {
  return collect(async (Marker) => {
    const said = await reader.call('iam', 'listRoles', {
      MaxItems: 1000,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.Roles, next: nextOf(said) }
  })
}

// Access keys of one user.
export async function readKeys(reader: Reader, UserName: string) {
  const said = await reader.call('iam', 'listAccessKeys', { UserName })
  return need(said.AccessKeyMetadata)
}

export type Statement = Readonly<{
  effect: 'allow' | 'deny'
  actions: string[]
  not_actions: string[] | null
  resources: string[]
  principals: string[] | null
  condition: string | null
}>

// Statements of a policy document, plain or URL-encoded as IAM sends it; null when it is no policy.
export function parsePolicy(text: string | undefined): readonly Statement[] | null {
  const document = parseJson(text)
  if (document === null) return null
  const list = Array.isArray(document['Statement']) ? document['Statement'] : [document['Statement']]
  return list.flatMap((one: unknown) => (isRecord(one) ? [toStatement(one)] : []))
}

function toStatement(one: Readonly<Record<string, unknown>>): Statement {
  return {
    effect: one['Effect'] === 'Allow' ? 'allow' : 'deny',
    actions: toTexts(one['Action']),
    not_actions: one['NotAction'] === undefined ? null : toTexts(one['NotAction']),
    resources: toTexts(one['Resource'] ?? one['NotResource']),
    principals: one['Principal'] === undefined ? null : toPrincipals(one['Principal']),
    condition: one['Condition'] === undefined ? null : JSON.stringify(one['Condition']),
  }
}

// Principals of a statement: `*`, ARNs, services and accounts.
function toPrincipals(principal: unknown): string[] {
  if (!isRecord(principal)) return toTexts(principal)
  return Object.values(principal).flatMap(toTexts)
}

function toTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function parseJson(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (text === undefined) return null
  try {
    const parsed: unknown = JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text)
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Whether a text fits a pattern of IAM, where * stands for anything and ? for one character. Takes at most the product
// of both lengths, whatever the pattern.
export function matchesGlob(pattern: string, text: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let next = 0
  while (next < text.length) {
    if (pattern[at] === '*') {
      star = at++
      resume = next
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[next])) {
      at++
      next++
    } else if (star === -1) return false
    else {
      at = star + 1
      next = ++resume
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
