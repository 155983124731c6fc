import type { Source } from './source.ts'
import {
  type Effect,
  type Fix,
  isState,
  type ReadState,
  type State,
  type StateClass,
  type StateTable,
} from './states.ts'

const NO_EFFECTS: readonly Effect[] = Object.freeze([])

// A source as the effects see it.
export type Effective = Readonly<{ state: State; covered?: boolean }>

export type Classes = ReturnType<typeof createClasses>

// What a word means to the rest of the code, answered from one table; nobody else compares words.
export function createClasses(table: StateTable) {
  // The class of a word.
  function classOf(state: State): StateClass {
    return table[toState(state)].class
  }

  // What a source blocks; a covered one blocks nothing.
  function effectsOf(source: Effective): readonly Effect[] {
    return source.covered === true ? NO_EFFECTS : table[toState(source.state)].effects
  }

  // Tells whether an uncovered source has one effect.
  function hasEffect(source: Effective, effect: Effect): boolean {
    return effectsOf(source).includes(effect)
  }

  // What a person can do about a word, or null when nothing needs doing.
  function fixOf(state: State): Fix | null {
    return table[toState(state)].fix
  }

  // Tells whether something was read under this word, whole or in part.
  function isReadClass(state: State): state is ReadState {
    return classOf(state) === 'read'
  }

  // Tells whether the source was asked and could not be seen.
  function isBlind(state: State): boolean {
    return classOf(state) === 'blind'
  }

  // Tells whether nothing could be asked.
  function isCannotAsk(state: State): boolean {
    return classOf(state) === 'cannot_ask'
  }

  // Tells whether nothing was asked because it was not needed or left out by our own limit.
  function isNotAsked(state: State): boolean {
    return classOf(state) === 'not_asked'
  }

  return { classOf, effectsOf, hasEffect, fixOf, isReadClass, isBlind, isCannotAsk, isNotAsked }
}

// A word of the vocabulary as it is; any other is `unusable`, never a read.
export function toState(word: string): State {
  return isState(word) ? word : 'unusable'
}

// Tells whether zero items under this word prove that nothing is there.
export function provesAbsence(state: State): boolean {
  return state === 'empty'
}

// Tells whether a source answered all that it was asked, so that it may stand for another one.
export function canCover(state: State): boolean {
  return state === 'read' || state === 'empty'
}

// Tells whether a source may be missing from a grade: known, permanent, and named beside it.
export function isNotConfigured(state: State): boolean {
  return state === 'not_configured'
}

// Tells whether the customer's policy took the source out of view.
export function isDenied(state: State): boolean {
  return state === 'denied_by_policy'
}

// Tells whether the source was left out because nothing would have been gained.
export function isNotNeeded(source: Pick<Source, 'state'>): boolean {
  return source.state === 'not_needed'
}
