import { isRecord, type JsonObject, type JsonValue } from './json.ts'

// What an answer left out of a list to stay within its size.
export type Cut = Readonly<{ at: string; shown: number; total: number }>
export type Fitted = Readonly<{ body: JsonObject; cuts: readonly Cut[] }>

type List = { path: readonly string[]; items: readonly JsonValue[]; sizes: readonly number[]; total: number }

// Cuts lists on item boundaries until the body's JSON is at most `budget` characters: first the innermost lists,
// each keeping a fair share, so that small ones stay whole; then the outer ones. Every cut is reported.
export function fitBody(body: JsonObject, budget: number): Fitted {
  let fitted: Fitted = { body, cuts: [] }
  for (const pick of [isInner, isOuter]) {
    const size = sizeOf(fitted.body)
    if (size <= budget) return fitted
    const all = collectLists(fitted.body, [])
    const lists = all.filter((list) => pick(list, all))
    fitted = cutLists(fitted, lists, budget - (size - lists.reduce((sum, list) => sum + list.total, 0)))
  }
  if (sizeOf(fitted.body) <= budget) return fitted
  return { body: {}, cuts: [{ at: 'answer', shown: 0, total: 1 }] }
}

function sizeOf(value: JsonValue): number {
  return JSON.stringify(value).length
}

// Every list that may lose items: not the points of a series, nor a row's cells, nor a table's head.
function collectLists(value: JsonValue, path: readonly string[]): readonly List[] {
  if (Array.isArray(value)) return listsOfArray(value, path)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    if (key === 'cols' || key === 'points') return []
    return collectLists(member, [...path, key])
  })
}

function listsOfArray(items: readonly JsonValue[], path: readonly string[]): readonly List[] {
  if (items.length < 2) return items.flatMap((item, index) => collectLists(item, [...path, String(index)]))
  const sizes = items.map((item) => sizeOf(item) + 1)
  const own: List = { path, items, sizes, total: sizes.reduce((a, b) => a + b, 0) }
  const isTableRows = path.at(-1) === 'rows'
  const inner = isTableRows
    ? []
    : items.flatMap((item, index) => collectLists(item, [...path, String(index)]))
  return [own, ...inner]
}

function isInside(inner: List, outer: List): boolean {
  return inner.path.length > outer.path.length && outer.path.every((key, index) => inner.path[index] === key)
}

function isInner(list: List, all: readonly List[]): boolean {
  return !all.some((other) => isInside(other, list))
}

function isOuter(list: List, all: readonly List[]): boolean {
  return !all.some((other) => isInside(list, other))
}

function cutLists(fitted: Fitted, lists: readonly List[], budget: number): Fitted {
  const shares = toShares(
    lists.map((list) => list.total),
    Math.max(0, budget),
  )
  const cuts: Cut[] = [...fitted.cuts]
  const keep = new Map<string, number>()
  lists.forEach((list, index) => {
    const shown = countWithin(list.sizes, shares[index] ?? 0)
    if (shown === list.items.length) return
    keep.set(JSON.stringify(list.path), shown)
    const known = cuts.findIndex((cut) => cut.at === toAt(list.path))
    if (known >= 0) cuts.splice(known, 1)
    cuts.push({ at: toAt(list.path), shown, total: list.items.length })
  })
  return { body: rebuild(fitted.body, [], keep) as JsonObject, cuts } // rebuilding an object gives an object
}

// Max-min fair shares: what small lists do not need goes to the large ones.
function toShares(wanted: readonly number[], budget: number): readonly number[] {
  const shares = wanted.map(() => 0)
  let left = budget
  let open = wanted.map((_, index) => index)
  while (open.length > 0) {
    const share = left / open.length
    const small = open.filter((index) => (wanted[index] ?? 0) <= share)
    for (const index of small.length > 0 ? small : open) {
      shares[index] = Math.min(wanted[index] ?? 0, share)
      left -= shares[index] ?? 0
    }
    if (small.length === 0) break
    open = open.filter((index) => !small.includes(index))
  }
  return shares
}

function countWithin(sizes: readonly number[], share: number): number {
  let sum = 0
  for (const [index, size] of sizes.entries()) {
    sum += size
    if (sum > share) return index
  }
  return sizes.length
}

function rebuild(value: JsonValue, path: readonly string[], keep: ReadonlyMap<string, number>): JsonValue {
  if (Array.isArray(value)) {
    const shown = keep.get(JSON.stringify(path)) ?? value.length
    return value.slice(0, shown).map((item, index) => rebuild(item, [...path, String(index)], keep))
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, rebuild(member, [...path, key], keep)]),
  )
}

// `results.2.disks.rows` -> `results.2.disks`.
function toAt(path: readonly string[]): string {
  const shown = path.at(-1) === 'rows' ? path.slice(0, -1) : path
  return shown.join('.').slice(0, 200)
}
