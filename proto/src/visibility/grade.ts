import { type Classes, isNotConfigured } from './classes.ts'
import type { Fold } from './fold.ts'
import { type GapRow, toGapRows } from './gaps.ts'
import { compareText, distinctSources } from './keys.ts'
import type { Source, Sourced } from './source.ts'

declare const gradeBrand: unique symbol

// A grade with what it covers and, of whatever role, what is not configured and so not covered. `code` is null when it is withheld. Only `gradeOf` makes one.
export type Grade<Code extends string = string> = Readonly<{
  code: Code | null
  covers: readonly string[]
  not_covered: readonly string[]
  withheld_because: readonly WithheldRow[]
}> & { readonly [gradeBrand]: true }

// Why a grade is withheld: gaps in grading sources, or no grading source that was read.
export type WithheldRow = GapRow | Readonly<{ state: 'nothing_read'; n: 0; fix: null }>

export type GradeFacts<Code extends string> = Readonly<{
  // From best to worst: the grade starts at the best, and each finding can only worsen it.
  scale: readonly [Code, ...Code[]]
  outcomes: readonly Sourced[]
  findings: readonly Readonly<{ grade: Code }>[]
}>

const NOTHING_READ: WithheldRow = Object.freeze({ state: 'nothing_read', n: 0, fix: null })

export type Grades = ReturnType<typeof createGrades>

// Grades: good news is given only when all that could lower it was seen.
export function createGrades(classes: Classes, { gapsOf }: Fold) {
  // Grades what the sources with the role `grading` show. Withheld while any of them leaves a gap, save those that
  // are not configured, which are named in `not_covered`, or when none was read. Throws TypeError on a finding
  // whose grade is not in the scale.
  function gradeOf<Code extends string>(facts: GradeFacts<Code>): Grade<Code> {
    const worst = worstOf(facts.scale, facts.findings)
    return gradeAs(worst, distinctSources(facts.outcomes.flatMap((outcome) => outcome.sources)))
  }

  // The grade again, over the sources that it will be shown with: it can be withheld there, never given.
  function regrade(grade: Grade, sources: readonly Source[]): Grade {
    if (grade.code === null) return grade
    const again = gradeAs(grade.code, distinctSources(sources))
    return again.code === null ? again : grade
  }

  function gradeAs<Code extends string>(code: Code, sources: readonly Source[]): Grade<Code> {
    const grading = sources.filter((source) => source.role === 'grading')
    const read = grading.filter((source) => classes.isReadClass(source.state))
    const gaps = gapsOf(grading)
    const blocking = gaps.filter((source) => !isNotConfigured(source.state))
    const rows = toGapRows(classes, blocking)
    const withheld: readonly WithheldRow[] = rows.length === 0 && read.length === 0 ? [NOTHING_READ] : rows
    // The brand exists in types only; this is the one place that grants it.
    return Object.freeze({
      code: withheld.length === 0 ? code : null,
      covers: operationsOf(read),
      not_covered: operationsOf(gapsOf(sources).filter((source) => isNotConfigured(source.state))),
      withheld_because: Object.freeze(withheld),
    }) as Grade<Code>
  }

  return { gradeOf, regrade }
}

function worstOf<Code extends string>(
  scale: readonly [Code, ...Code[]],
  findings: readonly Readonly<{ grade: Code }>[],
): Code {
  return findings.reduce<Code>((worst, { grade }) => {
    const rank = scale.indexOf(grade)
    if (rank < 0) throw new TypeError(`grade ${grade} is not in the scale ${scale.join(', ')}`)
    return rank > scale.indexOf(worst) ? grade : worst
  }, scale[0])
}

function operationsOf(sources: readonly Source[]): readonly string[] {
  return Object.freeze([...new Set(sources.map((source) => source.operation))].sort(compareText))
}
