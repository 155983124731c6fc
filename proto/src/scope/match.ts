import { equalScopes, type Scope, scopeEntries } from '../visibility/index.ts'

// What a caller asks to look at, by scope key: one name, any of several, or `all`.
export type WantedScope = Readonly<Record<string, string | readonly string[]>>

export const ALL = 'all'

// One text per scope, equal for equal scopes whatever the order of their keys.
export function scopeKey(scope: Scope): string {
  return JSON.stringify(scopeEntries(scope))
}

// Tells whether two scopes name the same things with the same values.
export function sameScope(a: Scope, b: Scope): boolean {
  return equalScopes(a, b)
}

// Tells whether a scope is among those wanted. A wanted name that the scope does not state is no match: a source
// that cannot say where it looks is not taken for the one that was asked for. `all` and keys not wanted always match.
export function matchesScope(wanted: WantedScope, scope: Scope): boolean {
  return Object.entries(wanted).every(([key, want]) => {
    if (want === ALL) return true
    const value = Object.hasOwn(scope, key) ? scope[key] : undefined
    if (value === undefined) return false
    return typeof want === 'string' ? want === value : want.includes(ALL) || want.includes(value)
  })
}

// The scope keys whose value is proof of an identity, by what an operation is a view of. A backend, an instance or
// a server has none: two of them may share a cluster and still hold different data.
const IDENTITY_KEYS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  account: ['account', 'project', 'tenant'],
  cluster: ['cluster'],
  host: ['host'],
})

// The proven identity of all that a source of this kind reads (`account:123456789012`), or null when it has none.
// Two sources with one identity and equal scopes see the same things.
export function provenIdentity(kind: string, scope: Scope): string | null {
  const keys = Object.hasOwn(IDENTITY_KEYS, kind) ? (IDENTITY_KEYS[kind] ?? []) : []
  const named = keys.filter((key) => Object.hasOwn(scope, key) && scope[key] !== '')
  return named.length === 0 ? null : named.map((key) => `${key}:${scope[key]}`).join(' ')
}
