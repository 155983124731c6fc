import type { Carried, Part, ReadState, Scope } from '../visibility/index.ts'

declare const readingBrand: unique symbol

// What a connector gives back: a value and the parts it stands on. Only `complete` and `partial` make one.
export type Reading<T> = Readonly<{
  value: T
  parts: readonly Part[]
  // The query that really ran, in the backend's own words.
  query?: string
  dialect?: string
  // A deep link to the vendor's page.
  url?: string
  // Warnings that the source itself gave (untrusted text).
  warnings?: readonly string[]
}> & { readonly [readingBrand]: true }

export type ReadingExtras = Readonly<{
  query?: string
  dialect?: string
  url?: string
  warnings?: readonly string[]
}>

export type CompleteFacts = ReadingExtras &
  Readonly<{
    // How many items were read; zero needs `proof`, or the part becomes `unproven`.
    items: number
    as_of: string
    proof?: 'enumerated' | 'existence_checked'
    // Why zero items could not be proved (`metric_unknown`, `namespace_not_listable`).
    unproven?: string
    total?: number
    cursor?: string
    scope?: Scope
  }>

// A whole answer for the stated scope. Zero items without proof come out `unproven`, never `empty`.
export function complete<T>(value: T, facts: CompleteFacts): Reading<T> {
  const { items, as_of, proof, unproven, total, cursor, scope = {}, ...extras } = facts
  if (!Number.isInteger(items) || items < 0) throw new TypeError('items must be an integer of 0 or more')
  const page = { ...(total === undefined ? {} : { total }), ...(cursor === undefined ? {} : { cursor }) }
  if (items > 0) return build(value, [{ scope, state: 'read', items, as_of, ...page }], extras)
  if (proof !== undefined)
    return build(value, [{ scope, state: 'empty', items: 0, as_of, proof, ...page }], extras)
  return build(value, [{ scope, state: 'unproven', items: 0, as_of, why: unproven ?? 'no_proof' }], extras)
}

type PartialState = Exclude<ReadState, 'read' | 'empty'>

// An answer that is cut, stale or unproven, with what that word must carry.
export function partial<T>(
  value: T,
  state: PartialState,
  carried: Carried & ReadingExtras & Readonly<{ scope?: Scope }>,
): Reading<T> {
  const { scope = {}, query, dialect, url, warnings, ...rest } = carried
  return build(value, [{ scope, state, ...rest }], definedExtras({ query, dialect, url, warnings }))
}

// An answer made of several parts (namespaces, regions, halves), each with its own word; at least one part.
export function partialOf<T>(value: T, parts: readonly Part[], extras: ReadingExtras = {}): Reading<T> {
  if (parts.length === 0) throw new TypeError('a reading stands on at least one part')
  return build(value, parts, extras)
}

function definedExtras(extras: { [K in keyof ReadingExtras]?: ReadingExtras[K] | undefined }): ReadingExtras {
  return Object.fromEntries(Object.entries(extras).filter(([, value]) => value !== undefined))
}

function build<T>(value: T, parts: readonly Part[], extras: ReadingExtras): Reading<T> {
  // The brand exists in types only; this is the one place that grants it.
  return Object.freeze({ value, parts: Object.freeze(parts), ...extras }) as Reading<T>
}
