import { TIERS, type Tier } from '@vedette/proto/policy'
import type { OAuthConfig } from '../config/index.ts'
import type { Principal, Role } from '../store/types.ts'

type Claims = Readonly<Record<string, unknown>>

// Why a provider's word makes nobody: closed words, each with what an operator can do.
export type ClaimFault = 'no_principal' | 'no_organisation' | 'insufficient_scope'

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._@|+:/-]{0,119}$/
const GRANTABLE: readonly Tier[] = Object.freeze(TIERS.filter((tier) => tier !== 'never'))

// Who stands behind checked claims, as the configuration maps them; `scope` null is a person who signed in, whom no
// scope narrows. Nothing that is not mapped opens anything.
export function toPrincipal(
  claims: Claims,
  { oauth, scope }: Readonly<{ oauth: OAuthConfig; scope: readonly string[] | null }>,
): Principal | ClaimFault {
  const id = readText(claims, oauth.principal_claim)
  if (id === null || !PLAIN.test(id)) return 'no_principal'
  const organisation = toOrganisation(claims, oauth)
  if (organisation === null) return 'no_organisation'
  const grant = scope === null ? {} : toGrant(scope, oauth)
  if (grant === null) return 'insufficient_scope'
  return {
    organisation,
    id: `oidc:${id}`,
    name: toName(claims, oauth) ?? id,
    mode: oauth.mode,
    // Who holds a narrowed token decides nothing: its owner signs in for that.
    role: Object.keys(grant).length > 0 ? 'viewer' : toRole(claims, oauth),
    // Somebody else acts for them, and says so.
    ...(claims['act'] === undefined ? {} : { delegated: true }),
    ...grant,
  }
}

// The scopes of an access token: `scope` as one text (RFC 9068), or `scp` as some providers write it.
export function scopesOf(claims: Claims): readonly string[] {
  return [claims['scope'], claims['scp']].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : toTexts(value),
  )
}

function toOrganisation(claims: Claims, { organisation }: OAuthConfig): string | null {
  if ('fixed' in organisation) return organisation.fixed
  const value = readText(claims, organisation.claim)
  if (value === null) return null
  const { names } = organisation
  if (Object.keys(names).length === 0) return value
  return Object.hasOwn(names, value) ? (names[value] ?? null) : null
}

function toRole(claims: Claims, { roles }: OAuthConfig): Role {
  const value = claims[roles.claim]
  const held = typeof value === 'string' ? [value] : toTexts(value)
  if (held.some((one) => roles.admin.includes(one))) return 'admin'
  return held.some((one) => roles.approver.includes(one)) ? 'approver' : 'viewer'
}

// Tiers and families that the scopes open together; null where they open no tier, or none of the families that there
// are scopes for. A token that may do everything is not narrowed.
function toGrant(
  scope: readonly string[],
  { scopes, family_scopes }: OAuthConfig,
): Pick<Principal, 'tiers' | 'families'> | null {
  const open = <T>(map: Readonly<Record<string, readonly T[]>>) =>
    new Set(scope.flatMap((one) => (Object.hasOwn(map, one) ? (map[one] ?? []) : [])))
  const tiers = open(scopes)
  if (tiers.size === 0) return null
  const families = open(family_scopes)
  if (Object.keys(family_scopes).length > 0 && families.size === 0) return null
  return {
    ...(GRANTABLE.every((tier) => tiers.has(tier)) ? {} : { tiers: TIERS.filter((tier) => tiers.has(tier)) }),
    ...(families.size === 0 ? {} : { families: [...families].sort() }),
  }
}

function toName(claims: Claims, { name_claim }: OAuthConfig): string | null {
  const name = readText(claims, name_claim)
    ?.replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 128)
  return name === undefined || name === '' ? null : name
}

function readText(claims: Claims, name: string): string | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined
  return typeof value === 'string' && value !== '' && value.length <= 256 ? value : null
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
