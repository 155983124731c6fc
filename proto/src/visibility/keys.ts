import type { Scope, Source } from './source.ts'

// How scopes are written and sorted: from the widest name to the narrowest, then any other key by name.
const SCOPE_ORDER: readonly string[] = Object.freeze([
  'organisation',
  'account',
  'project',
  'tenant',
  'region',
  'cluster',
  'host',
  'namespace',
])

function rankOf(key: string): number {
  const rank = SCOPE_ORDER.indexOf(key)
  return rank < 0 ? SCOPE_ORDER.length : rank
}

// The scope's entries in one order, whatever order its keys were written in.
export function scopeEntries(scope: Scope): readonly (readonly [string, string])[] {
  return Object.entries(scope).sort(([a], [b]) => rankOf(a) - rankOf(b) || compareText(a, b))
}

// A scope as a reader sees it: its values from the widest to the narrowest, `prod-eu-3/payments`; '' when it has none.
export function scopeLabel(scope: Scope): string {
  return scopeEntries(scope)
    .map(([, value]) => toPlainName(value))
    .join('/')
}

// A name as it may stand in a server-written text: letters, digits and `. _ : @ / -`, at most 64 characters.
export function toPlainName(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}._:@/ -]/gu, '?').trim()
  return plain.length > 64 ? `${plain.slice(0, 63)}…` : plain
}

// Tells whether two scopes name the same things with the same values; two empty scopes are equal.
export function equalScopes(a: Scope, b: Scope): boolean {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  )
}

// What was asked, whoever was asked: equal keys mean the same operation with the same arguments.
export function questionKey(source: Pick<Source, 'operation' | 'question'>): string {
  return JSON.stringify([source.operation, source.question ?? null])
}

// Who was asked: the connector instance on its agent.
export function instanceKey(source: Pick<Source, 'agent' | 'connector'>): string {
  return JSON.stringify([source.agent ?? null, source.connector])
}

// One text per source: equal for the same source listed twice, whatever the order of its keys.
export function sourceKey(source: Source): string {
  return canonical(source)
}

// Each source once, by operation and place: an order that does not depend on the order given.
export function distinctSources(sources: readonly Source[]): readonly Source[] {
  const byKey = new Map(
    sources.map((source) => [
      `${source.operation}\0${scopeLabel(source.scope)}\0${sourceKey(source)}`,
      source,
    ]),
  )
  return [...byKey].sort(([a], [b]) => compareText(a, b)).map(([, source]) => source)
}

// Code-unit order: the same on every machine and in every locale.
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  entries.sort(([a], [b]) => compareText(a, b))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(',')}}`
}
