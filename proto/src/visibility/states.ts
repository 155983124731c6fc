// The closed vocabulary of source states: every planned source of an answer gets exactly one word.

export type StateClass = 'read' | 'not_asked' | 'cannot_ask' | 'blind'
// P lowers visibility to partial, A blocks a claim of absence, C blocks an all-clear.
export type Effect = 'P' | 'A' | 'C'
export type Fix =
  | 'check'
  | 'narrow'
  | 'wait'
  | 'policy'
  | 'approve'
  | 'configure'
  | 'upgrade'
  | 'repair'
  | 'retry'
  | 'grant'

// One row of the table: what a word means to everybody else.
export type StateRow = Readonly<{ class: StateClass; effects: readonly Effect[]; fix: Fix | null }>

const PAC: readonly Effect[] = Object.freeze(['P', 'A', 'C'] as const)
const AC: readonly Effect[] = Object.freeze(['A', 'C'] as const)
const NONE: readonly Effect[] = Object.freeze([] as const)

function row(stateClass: StateClass, effects: readonly Effect[], fix: Fix | null): StateRow {
  return Object.freeze({ class: stateClass, effects, fix })
}

// The 20 states with class, effects and fix: the one place that knows what a word means.
export const STATES = Object.freeze({
  read: row('read', NONE, null),
  empty: row('read', NONE, null),
  unproven: row('read', PAC, 'check'),
  truncated: row('read', PAC, 'narrow'),
  stale: row('read', PAC, 'wait'),
  not_needed: row('not_asked', NONE, null),
  capped: row('not_asked', PAC, 'narrow'),
  denied_by_policy: row('cannot_ask', PAC, 'policy'),
  approval_required: row('cannot_ask', PAC, 'approve'),
  not_configured: row('cannot_ask', AC, 'configure'),
  not_served: row('cannot_ask', PAC, 'upgrade'),
  out_of_reach: row('cannot_ask', PAC, 'configure'),
  agent_offline: row('cannot_ask', PAC, 'wait'),
  connector_down: row('cannot_ask', PAC, 'repair'),
  timed_out: row('blind', PAC, 'retry'),
  unauthorized: row('blind', PAC, 'repair'),
  forbidden: row('blind', PAC, 'grant'),
  throttled: row('blind', PAC, 'wait'),
  upstream_failed: row('blind', PAC, 'retry'),
  unusable: row('blind', PAC, 'repair'),
})

export type State = keyof typeof STATES
export type ReadState = 'read' | 'empty' | 'unproven' | 'truncated' | 'stale'
export type UnreadState = Exclude<State, ReadState>

// The table's shape, so that tests can run the laws against a broken one.
export type StateTable = Readonly<Record<State, StateRow>>

// Every state word, in the table's order.
export const STATE_WORDS: readonly State[] = Object.freeze(Object.keys(STATES) as State[]) // keys of a frozen literal

// Tells whether a word belongs to the vocabulary.
export function isState(word: string): word is State {
  return Object.hasOwn(STATES, word)
}
