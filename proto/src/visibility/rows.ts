import type { Classes } from './classes.ts'
import { compareText, scopeLabel, toPlainName } from './keys.ts'
import { type Source, UNUSABLE_WHYS } from './source.ts'
import type { Fix, State } from './states.ts'

// Reads of one operation and state: `connector` is the one, or the first few, that gave them.
export type SourceRow = Readonly<{
  operation: string
  connector: string
  state: State
  n: number
  scopes: readonly string[]
  oldest_as_of?: string
}>

// One source that was not read, with what helps to read it.
export type UnreadRow = Readonly<{
  operation: string
  connector: string
  state: State
  scope?: string
  agent?: string
  covered_by?: string
  why?: string
  rule?: string
  pending_action_id?: string
  server?: string
  last_seen?: string
  since?: string
  waited_ms?: number
  retry_after_ms?: number
  fix?: Fix
}>

// What an answer stands on, folded to a size; `total` counts all sources, `full` is the handle to the whole list.
export type FoldedSources = Readonly<{
  total: number
  read: readonly SourceRow[]
  unread: readonly UnreadRow[]
  // Sources that found no room above, counted by state.
  more?: Readonly<Partial<Record<State, number>>>
  // Those of `more` that another source stands for.
  more_covered?: Readonly<Partial<Record<State, number>>>
  // What was masked, by kind.
  redacted?: Readonly<Record<string, number>>
  full?: string
}>

type Room = Readonly<{ ends: Pick<FoldedSources, 'redacted' | 'full'>; bodyBytes: number }>

const MAX_UNREAD = 20
const MAX_BYTES = 4096
const LEAST_BYTES = 640
// From roomy to bare: rows of reads, scopes in each, sources listed as unread.
const SQUEEZES: readonly (readonly [number, number, number])[] = [
  [40, 12, MAX_UNREAD],
  [40, 4, MAX_UNREAD],
  [30, 2, 12],
  [20, 1, 8],
  [12, 1, 4],
  [6, 0, 2],
  [2, 0, 1],
  [0, 0, 0],
]

// The roomiest fold of distinct sources that fits; whatever finds no room is counted by state, never dropped.
export function fitRows(classes: Classes, sources: readonly Source[], room: Room): FoldedSources {
  // The other bytes are four fifths of the answer, so a quarter of them is a fifth of the whole.
  const limit = Math.max(LEAST_BYTES, Math.min(MAX_BYTES, Math.floor(room.bodyBytes / 4)))
  const read = sources.filter((source) => classes.isReadClass(source.state))
  const unread = sources.filter((source) => !classes.isReadClass(source.state)).sort(byUrgency(classes))
  const groups = [...Map.groupBy(read, (source) => `${source.operation} ${source.state}`).values()]
  groups.sort((a, b) => urgencyOf(classes, a[0]) - urgencyOf(classes, b[0]))
  let folded: FoldedSources = { total: sources.length, read: [], unread: [] }
  for (const [rows, scopes, listed] of SQUEEZES) {
    const left = [...groups.slice(rows).flat(), ...unread.slice(listed)]
    const covered = left.filter((source) => source.covered === true)
    folded = Object.freeze({
      total: sources.length,
      read: Object.freeze(groups.slice(0, rows).map((group) => toSourceRow(group, scopes))),
      unread: Object.freeze(unread.slice(0, listed).map((source) => toUnreadRow(source, classes))),
      ...(left.length === 0 ? {} : { more: countByState(left) }),
      ...(covered.length === 0 ? {} : { more_covered: countByState(covered) }),
      ...room.ends,
    })
    if (byteLength(folded) <= limit) break
  }
  return folded
}

// Bytes of a value as JSON in UTF-8.
export function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').length
}

function toSourceRow(group: readonly Source[], maxScopes: number): SourceRow {
  const [first] = group
  if (first === undefined) throw new TypeError('a row has at least one source')
  const connectors = [...new Set(group.map((source) => toPlainName(source.connector)))].sort(compareText)
  const labels = [...new Set(group.map((source) => scopeLabel(source.scope)).filter((label) => label !== ''))]
  const oldest = group
    .flatMap((source) => source.as_of ?? [])
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0]
  return Object.freeze({
    operation: first.operation,
    connector: shorten(connectors, 3).join(', '),
    state: first.state,
    n: group.length,
    scopes: Object.freeze(shorten(labels, maxScopes)),
    ...(oldest === undefined ? {} : { oldest_as_of: oldest }),
  })
}

function toUnreadRow(source: Source, { fixOf }: Classes): UnreadRow {
  const { operation, state, agent, covered_by, last_seen, since, waited_ms, retry_after_ms } = source
  const why: readonly string[] = UNUSABLE_WHYS
  const fix = source.covered === true ? null : fixOf(state)
  const all = {
    operation,
    connector: toPlainName(source.connector),
    state,
    scope: scopeLabel(source.scope) || undefined,
    agent: agent === undefined ? undefined : toPlainName(agent),
    covered_by: covered_by === undefined ? undefined : toPlainName(covered_by),
    why: source.why !== undefined && why.includes(source.why) ? source.why : undefined,
    rule: source.rule === undefined ? undefined : toPlainName(source.rule),
    pending_action_id: source.pending_action_id,
    server: source.server === undefined ? undefined : toPlainName(source.server),
    last_seen,
    since,
    waited_ms,
    retry_after_ms,
    fix: fix ?? undefined,
  }
  const kept = Object.entries(all).filter(([, value]) => value !== undefined)
  return Object.freeze(Object.fromEntries(kept)) as UnreadRow // the same keys, those without a value left out
}

function shorten(names: readonly string[], max: number): readonly string[] {
  return names.length <= max || max === 0
    ? names.slice(0, max)
    : [...names.slice(0, max), `+${names.length - max}`]
}

function countByState(sources: readonly Source[]): Readonly<Partial<Record<State, number>>> {
  const counts: Partial<Record<State, number>> = {}
  for (const { state } of sources) counts[state] = (counts[state] ?? 0) + 1
  return Object.freeze(counts)
}

// Uncovered gaps first, blind ones before the rest, so that what is cut away matters least.
function urgencyOf(classes: Classes, source: Source | undefined): number {
  if (source === undefined || classes.effectsOf(source).length === 0) return 2
  return classes.isBlind(source.state) ? 0 : 1
}

function byUrgency(classes: Classes): (a: Source, b: Source) => number {
  return (a, b) => urgencyOf(classes, a) - urgencyOf(classes, b)
}
