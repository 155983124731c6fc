import { createVisibility } from './create.ts'
import { STATES } from './states.ts'

export type { CouldChange, Coverage, MissingRow, PolicyRow } from './accounting.ts'
export type { Known, Repaired } from './carried.ts'
export { checkCarried, fillCarried, repairPart } from './carried.ts'
export { canCover, isDenied, isNotConfigured, isNotNeeded, provesAbsence, toState } from './classes.ts'
export type { Absence, AllClear, Count } from './combinators.ts'
export type { CoverRules, DeclaredCover } from './cover.ts'
export { coverName } from './cover.ts'
export { createVisibility } from './create.ts'
export type { EnvelopeFacts, NextCall, OwnSource, Sealed } from './envelope.ts'
export { ENVELOPE_KEYS, isSealed } from './envelope.ts'
export type { NothingSeen, Visibility } from './fold.ts'
export type { GapRow } from './gaps.ts'
export type { Grade, GradeFacts, WithheldRow } from './grade.ts'
export { distinctSources, equalScopes, scopeEntries, scopeLabel, sourceKey, toPlainName } from './keys.ts'
export type { LineFacts } from './line.ts'
export { durationOf } from './phrases.ts'
export type { FoldedSources, SourceRow, UnreadRow } from './rows.ts'
export { byteLength } from './rows.ts'
export type {
  Carried,
  Outcome,
  Part,
  Phase,
  Proof,
  ReadPart,
  Role,
  Scope,
  Seen,
  Source,
  Sourced,
  UnreadPart,
  Unseen,
  UnusableWhy,
} from './source.ts'
export { UNUSABLE_WHYS } from './source.ts'
export type {
  Effect,
  Fix,
  ReadState,
  State,
  StateClass,
  StateRow,
  StateTable,
  UnreadState,
} from './states.ts'
export { isState, STATE_WORDS, STATES } from './states.ts'

// The functions of the product's own table; each says its promise where it is defined.
export const {
  absentOf,
  allClearOf,
  applyCover,
  checkCover,
  classOf,
  countOf,
  coverageOf,
  effectsOf,
  errorOf,
  expectedOf,
  fixOf,
  foldSources,
  gapsOf,
  gradeOf,
  hasEffect,
  isBlind,
  isCannotAsk,
  isNotAsked,
  isReadClass,
  lineOf,
  policyOf,
  regrade,
  sealEnvelope,
  sealNoInfrastructure,
  seen,
  unseen,
  visibilityOf,
} = createVisibility(STATES)
