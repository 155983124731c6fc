import { createAccounting } from './accounting.ts'
import { createClasses } from './classes.ts'
import { createCombinators } from './combinators.ts'
import { createCover } from './cover.ts'
import { createEnvelope } from './envelope.ts'
import { createFold } from './fold.ts'
import { createGrades } from './grade.ts'
import { createLine } from './line.ts'
import { createOutcomes } from './outcome.ts'
import type { StateTable } from './states.ts'

// All that answers are made with, over one table of states; the product has one, tests break others on purpose.
export function createVisibility(table: StateTable) {
  const classes = createClasses(table)
  const fold = createFold(classes)
  const cover = createCover(classes)
  const combinators = createCombinators(classes, fold)
  const grades = createGrades(classes, fold)
  const accounting = createAccounting(classes, fold)
  const line = createLine(classes, fold)
  return Object.freeze({
    ...classes,
    ...createOutcomes(classes),
    ...fold,
    ...cover,
    ...combinators,
    ...grades,
    ...accounting,
    ...line,
    ...createEnvelope({ classes, fold, cover, combinators, grades, accounting, line }),
  })
}
