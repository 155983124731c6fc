import { type Classes, isDenied } from './classes.ts'
import type { Fold } from './fold.ts'
import { compareText, distinctSources, scopeLabel, toPlainName } from './keys.ts'
import { type FoldedSources, fitRows } from './rows.ts'
import type { Source } from './source.ts'
import type { Fix, State } from './states.ts'

export type CouldChange = 'answer' | 'detail' | 'nothing'

export type MissingRow = Readonly<{
  // Null where rows of many operations were counted together.
  operation: string | null
  state: State
  // Null where many scopes were counted together, or the source has none.
  scope: string | null
  n: number
  fix: Fix | null
  could_change: CouldChange
}>

export type Coverage = Readonly<{ expected: number; answered: number; missing: readonly MissingRow[] }>

// What one rule took out of view: `of` counts the scopes that were planned for the operation.
export type PolicyRow = Readonly<{ operation: string; rule: string; scopes: readonly string[]; of: number }>

const MAX_MISSING = 20
const MAX_SCOPES = 20
const STAKES: readonly CouldChange[] = ['nothing', 'detail', 'answer']

export type Accounting = ReturnType<typeof createAccounting>

// The accounts that stand beside an answer. All of them count each source once and in one order.
export function createAccounting(classes: Classes, { gapsOf, expectedOf }: Fold) {
  // Folds reads by operation and state and lists what was not read: at most 20, then counts by state. At most
  // 4096 bytes and a fifth of the answer, whose other bytes are `bodyBytes` (never squeezed below 640).
  function foldSources(
    sources: readonly Source[],
    { bodyBytes, handle }: Readonly<{ bodyBytes: number; handle?: string }>,
  ): FoldedSources {
    const distinct = distinctSources(sources)
    const redacted = sumRedacted(distinct)
    const ends = {
      ...(Object.keys(redacted).length === 0 ? {} : { redacted }),
      ...(handle === undefined ? {} : { full: handle }),
    }
    return fitRows(classes, distinct, { ends, bodyBytes })
  }

  // What was expected, what answered, and each gap with what it could change; by default a gap in an enriching
  // source changes detail and any other one the answer. Over 20 rows, scopes and then operations are counted together.
  function coverageOf(
    sources: readonly Source[],
    couldChange: (source: Source) => CouldChange = changeByRole,
  ): Coverage {
    const distinct = distinctSources(sources)
    const gaps = gapsOf(distinct).map((source) => ({
      operation: source.operation,
      state: source.state,
      scope: scopeLabel(source.scope) || null,
      could_change: couldChange(source),
    }))
    const expected = expectedOf(distinct)
    return Object.freeze({
      expected: expected.length,
      answered: expected.filter((source) => classes.isReadClass(source.state)).length,
      missing: Object.freeze(foldMissing(gaps)),
    })
  }

  // What the policy's denials took out of view, per operation and rule; covered denials took nothing.
  function policyOf(sources: readonly Source[]): readonly PolicyRow[] {
    const distinct = distinctSources(sources)
    const denied = gapsOf(distinct).filter((source) => isDenied(source.state))
    const rules = Map.groupBy(denied, (source) => JSON.stringify([source.operation, source.rule ?? '']))
    return [...rules.values()].flatMap((group): PolicyRow[] => {
      const [first] = group
      if (first === undefined) return []
      const { operation, rule = 'unnamed' } = first
      const planned = scopesOf(distinct.filter((source) => source.operation === operation))
      const scopes = scopesOf(group).slice(0, MAX_SCOPES)
      return [Object.freeze({ operation, rule: toPlainName(rule), scopes, of: planned.length })]
    })
  }

  type Gap = Omit<MissingRow, 'n' | 'fix'>

  function foldMissing(gaps: readonly Gap[]): readonly MissingRow[] {
    const foldings: readonly ((gap: Gap) => Gap)[] = [
      (gap) => gap,
      (gap) => ({ ...gap, scope: null }),
      (gap) => ({ ...gap, scope: null, operation: null }),
    ]
    let rows: readonly MissingRow[] = []
    for (const fold of foldings) {
      const groups = Map.groupBy(gaps.map(fold), (gap) =>
        JSON.stringify([gap.operation, gap.state, gap.scope]),
      )
      rows = [...groups.values()].flatMap(toMissingRow)
      if (rows.length <= MAX_MISSING) break
    }
    return rows.toSorted((a, b) => STAKES.indexOf(b.could_change) - STAKES.indexOf(a.could_change))
  }

  function toMissingRow(group: readonly Gap[]): readonly MissingRow[] {
    const [first] = group
    if (first === undefined) return []
    const stake = Math.max(...group.map((gap) => STAKES.indexOf(gap.could_change)))
    const { operation, state, scope } = first
    const could_change = STAKES[stake] ?? 'answer'
    return [
      Object.freeze({ operation, state, scope, n: group.length, fix: classes.fixOf(state), could_change }),
    ]
  }

  return { foldSources, coverageOf, policyOf }
}

function changeByRole(source: Source): CouldChange {
  return source.role === 'enriching' ? 'detail' : 'answer'
}

function scopesOf(sources: readonly Source[]): readonly string[] {
  const labels = sources.map((source) => scopeLabel(source.scope) || source.agent || source.connector)
  return [...new Set(labels.map(toPlainName))].sort(compareText)
}

function sumRedacted(sources: readonly Source[]): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const source of sources)
    for (const [kind, n] of Object.entries(source.redacted ?? {})) {
      const name = /^[a-z][a-z0-9_]{0,31}$/.test(kind) ? kind : 'other'
      if (n > 0) sums.set(name, (sums.get(name) ?? 0) + n)
    }
  const sorted = [...sums].sort(([a], [b]) => compareText(a, b))
  const kept = sorted.slice(0, 12)
  const rest = sorted.slice(12).reduce((n, [, count]) => n + count, 0)
  return Object.freeze(Object.fromEntries(rest > 0 ? [...kept, ['other_kinds', rest] as const] : kept))
}
