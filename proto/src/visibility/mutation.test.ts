import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createVisibility } from './create.ts'
import { type Effect, STATE_WORDS, STATES, type State, type StateClass, type StateTable } from './states.ts'
import { firstBreach, PINNED, say, sourceOf } from './testing/laws.ts'

// Runs the laws over every pair of states, all grading, against a table; the first breach, or null.
function firstBreachOf(table: StateTable): string | null {
  const api = createVisibility(table)
  for (const one of STATE_WORDS)
    for (const two of STATE_WORDS) {
      const sources = [
        sourceOf({ state: one, role: 'grading' }, 1),
        sourceOf({ state: two, role: 'grading' }, 2),
      ]
      const breach = firstBreach(say(api, sources), sources)
      if (breach !== null) return breach
    }
  return null
}

function withRow(state: State, change: Partial<StateTable[State]>): StateTable {
  return { ...STATES, [state]: { ...STATES[state], ...change } }
}

test('the laws hold over the table of the product', () => {
  assert.equal(firstBreachOf(STATES), null)
})

test('dropping any one effect of any word breaks a law', () => {
  let dropped = 0
  for (const state of STATE_WORDS)
    for (const effect of STATES[state].effects) {
      const effects = STATES[state].effects.filter((one) => one !== effect)
      assert.notEqual(firstBreachOf(withRow(state, { effects })), null, `${state} without ${effect}`)
      dropped++
    }
  assert.equal(dropped, 50)
})

test('giving any word one effect more breaks a law', () => {
  for (const state of STATE_WORDS)
    for (const effect of ['P', 'A', 'C'] as const satisfies readonly Effect[])
      if (!STATES[state].effects.includes(effect)) {
        const effects = [...STATES[state].effects, effect]
        assert.notEqual(firstBreachOf(withRow(state, { effects })), null, `${state} with ${effect}`)
      }
})

test('moving any word to another class breaks a law', () => {
  const classes: readonly StateClass[] = ['read', 'not_asked', 'cannot_ask', 'blind']
  for (const state of STATE_WORDS)
    for (const other of classes)
      if (other !== STATES[state].class)
        assert.notEqual(firstBreachOf(withRow(state, { class: other })), null, `${state} as ${other}`)
})

test('the table of the product is the pinned one, word by word', () => {
  const rows = STATE_WORDS.map((word) => [
    word,
    { class: STATES[word].class, effects: STATES[word].effects.join(''), fix: STATES[word].fix },
  ])
  assert.deepEqual(Object.fromEntries(rows), PINNED)
  assert.deepEqual([...STATE_WORDS], Object.keys(PINNED))
})
