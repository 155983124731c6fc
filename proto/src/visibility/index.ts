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
  UnreadPart,
  Unseen,
  UnusableWhy,
} from './source.ts'
export type { Effect, Fix, ReadState, State, StateClass, UnreadState } from './states.ts'
export { isState, STATE_WORDS, STATES } from './states.ts'
