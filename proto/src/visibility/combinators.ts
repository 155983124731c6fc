import { type Classes, provesAbsence } from './classes.ts'
import type { Fold } from './fold.ts'
import { type GapRow, toGapRows } from './gaps.ts'
import { distinctSources, sourceKey } from './keys.ts'
import type { Outcome, Sourced } from './source.ts'

declare const absenceBrand: unique symbol
declare const allClearBrand: unique symbol

// A number, a lower bound of 1 or more, or null where nothing can be said.
export type Count = number | Readonly<{ at_least: number }> | null

type AbsenceFacts =
  | Readonly<{ absent: true }>
  | Readonly<{ absent: 'inconclusive'; why: 'nothing_read' | 'found' | 'gaps'; because: readonly GapRow[] }>

type AllClearFacts =
  | Readonly<{ all_clear: true }>
  | Readonly<{ all_clear: false; why: 'nothing_read' | 'findings' | 'gaps'; because: readonly GapRow[] }>

// Whether a thing is proved not to be there. Only `absentOf` makes one.
export type Absence = AbsenceFacts & { readonly [absenceBrand]: true }

// Whether nothing at all is wrong. Only `allClearOf` makes one.
export type AllClear = AllClearFacts & { readonly [allClearBrand]: true }

export type Combinators = ReturnType<typeof createCombinators>

// Claims made from outcomes. Order and duplicates make no difference.
export function createCombinators(classes: Classes, { visibilityOf }: Fold) {
  const { hasEffect, isReadClass } = classes

  // Adds up what `count` finds in each value. Covered outcomes are not counted twice; with an uncovered gap that
  // lowers visibility the sum is a lower bound, and a bound of 0 is null: a gap never reads as zero.
  function countOf<T>(outcomes: readonly Outcome<T>[], count: (value: T) => number): Count {
    const counted = distinctOutcomes(outcomes).filter(
      (outcome) =>
        outcome.seen && outcome.sources.some((source) => isReadClass(source.state) && !source.covered),
    )
    if (counted.length === 0) return null
    const sum = counted.reduce((n, outcome) => (outcome.seen ? n + toCount(count(outcome.value)) : n), 0)
    const isCut = outcomes.some((outcome) => outcome.sources.some((source) => hasEffect(source, 'P')))
    if (!isCut) return sum
    return sum > 0 ? Object.freeze({ at_least: sum }) : null
  }

  // `absent: true` only when something was read, every read is a proved `empty`, and no gap blocks it.
  function absentOf(outcomes: readonly Sourced[]): Absence {
    const sources = distinctSources(outcomes.flatMap((outcome) => outcome.sources))
    const reads = sources.filter((source) => isReadClass(source.state))
    const gaps = sources.filter((source) => hasEffect(source, 'A'))
    const unproved = reads.filter((source) => !provesAbsence(source.state))
    if (reads.length > 0 && unproved.length === 0 && gaps.length === 0) return brandAbsence({ absent: true })
    const found = unproved.some((source) => (source.items ?? source.at_least ?? 0) > 0)
    const why = reads.length === 0 ? 'nothing_read' : found ? 'found' : 'gaps'
    return brandAbsence({ absent: 'inconclusive', why, because: toGapRows(classes, gaps) })
  }

  // `all_clear: true` only with full visibility, no gap that blocks it, and no finding.
  function allClearOf(outcomes: readonly Sourced[], findings: readonly unknown[]): AllClear {
    const sources = distinctSources(outcomes.flatMap((outcome) => outcome.sources))
    const gaps = sources.filter((source) => hasEffect(source, 'C'))
    const visibility = visibilityOf(sources)
    if (visibility === 'full' && gaps.length === 0 && findings.length === 0)
      return brandAllClear({ all_clear: true })
    const why = visibility === 'none' ? 'nothing_read' : findings.length > 0 ? 'findings' : 'gaps'
    return brandAllClear({ all_clear: false, why, because: toGapRows(classes, gaps) })
  }

  return { countOf, absentOf, allClearOf }
}

function toCount(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError('a count is an integer of 0 or more')
  return value
}

// The same outcome listed twice counts once: the same object, or the same answers to the same named questions.
function distinctOutcomes<T>(outcomes: readonly Outcome<T>[]): readonly Outcome<T>[] {
  const kept = new Map<unknown, Outcome<T>>()
  for (const outcome of outcomes) {
    const named = outcome.sources.every((source) => source.question !== undefined)
    kept.set(named ? outcome.sources.map(sourceKey).sort().join() : outcome, outcome)
  }
  return [...kept.values()]
}

// The brands exist in types only; these two are the only places that grant them.
function brandAbsence(absence: AbsenceFacts): Absence {
  return Object.freeze(absence) as Absence
}

function brandAllClear(allClear: AllClearFacts): AllClear {
  return Object.freeze(allClear) as AllClear
}
