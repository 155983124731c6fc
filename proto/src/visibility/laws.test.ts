import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createVisibility } from './create.ts'
import type { Role, Source } from './source.ts'
import { STATE_WORDS, STATES } from './states.ts'
import { firstBreach, firstGain, PINNED, type Planned, type Said, say, sourceOf } from './testing/laws.ts'

const api = createVisibility(STATES)
const ROLES: readonly Role[] = ['input', 'grading', 'enriching']
const SYMBOLS: readonly Planned[] = STATE_WORDS.flatMap((state) => ROLES.map((role) => ({ state, role })))

// What is said of each set of two and three places, by symbol indices: places are told apart, so order is covered.
const said = new Map<number, Said>()
const SIZE = SYMBOLS.length

function at(index: number): Planned {
  const symbol = SYMBOLS[index]
  assert.ok(symbol)
  return symbol
}

function sayPair(i: number, j: number): Said {
  const key = i * SIZE + j
  const known = said.get(key)
  if (known !== undefined) return known
  const fresh = say(api, [sourceOf(at(i), 1), sourceOf(at(j), 2)])
  said.set(key, fresh)
  return fresh
}

function isLoss(from: Planned, to: Planned): boolean {
  const after = PINNED[to.state]
  if (after === undefined || after.class === 'read' || from.role !== to.role || to.state === 'not_needed')
    return false
  // A cut read replaced by what was never configured is another plan, not a loss.
  return PINNED[from.state]?.effects === '' || after.effects.includes('P')
}

test('two sources of any states and roles say exactly what the pinned table allows', () => {
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++)
      assert.equal(firstBreach(sayPair(i, j), [sourceOf(at(i), 1), sourceOf(at(j), 2)]), null)
})

test('three sources of any states and roles say exactly what the pinned table allows', () => {
  for (let i = 0; i < SIZE; i++)
    for (let j = i; j < SIZE; j++)
      for (let k = j; k < SIZE; k++) {
        const sources = [sourceOf(at(i), 1), sourceOf(at(j), 2), sourceOf(at(k), 3)]
        assert.equal(firstBreach(say(api, sources), sources), null)
      }
})

test('replacing a read by any non-read gains nothing, in every pair', () => {
  let replaced = 0
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++) {
      if (PINNED[at(j).state]?.class !== 'read') continue
      for (let k = 0; k < SIZE; k++) {
        if (!isLoss(at(j), at(k))) continue
        replaced++
        const names = `${at(i).state}/${at(i).role} beside ${at(j).state} -> ${at(k).state}`
        assert.equal(firstGain(sayPair(i, j), sayPair(i, k)), null, names)
      }
    }
  assert.ok(replaced > 10_000)
})

test('replacing a read by any non-read gains nothing, in every triple of states', () => {
  const inputs = STATE_WORDS.map((state): Planned => ({ state, role: 'grading' }))
  const cache = new Map<string, Said>()
  const sayTriple = (symbols: readonly Planned[]): Said => {
    const key = symbols.map(({ state }) => state).join()
    const known =
      cache.get(key) ??
      say(
        api,
        symbols.map((symbol, place) => sourceOf(symbol, place)),
      )
    cache.set(key, known)
    return known
  }
  for (const a of inputs)
    for (const b of inputs)
      for (const c of inputs)
        if (PINNED[c.state]?.class === 'read')
          for (const d of inputs)
            if (isLoss(c, d)) assert.equal(firstGain(sayTriple([a, b, c]), sayTriple([a, b, d])), null)
})

test('replacing a grading outcome by any non-read never gives a better grade, findings included', () => {
  const rank = (grade: string | null) => [null, 'bad', 'ok'].indexOf(grade)
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++)
      for (let k = 0; k < SIZE; k++)
        if (at(j).role === 'grading' && isLoss(at(j), at(k)) && at(k).state !== 'not_configured')
          assert.ok(rank(sayPair(i, k).gradeWithFindings) <= rank(sayPair(i, j).gradeWithFindings))
})

test('all blind gives none, and none comes if and only if nothing was read', () => {
  for (const one of SYMBOLS)
    for (const two of SYMBOLS) {
      const classes = [one, two].map(({ state }) => PINNED[state]?.class)
      const none = sayPair(SYMBOLS.indexOf(one), SYMBOLS.indexOf(two)).visibility === 'none'
      assert.equal(none, !classes.includes('read'))
    }
})

test('adding not_needed changes nothing that is said of any pair', () => {
  for (const role of ROLES) {
    const extra = sourceOf({ state: 'not_needed', role }, 3)
    for (let i = 0; i < SIZE; i++)
      for (let j = 0; j < SIZE; j++)
        assert.deepEqual(say(api, [sourceOf(at(i), 1), sourceOf(at(j), 2), extra]), sayPair(i, j))
  }
})

test('absence implies that every read is empty, and an all-clear implies full visibility', () => {
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++) {
      const answer = sayPair(i, j)
      const reads = [at(i).state, at(j).state].filter((state) => PINNED[state]?.class === 'read')
      if (answer.absent) assert.deepEqual([...new Set(reads)], ['empty'])
      if (answer.allClear) assert.equal(answer.visibility, 'full')
    }
})

test('neither order nor duplicates change what is said', () => {
  const symbols = fc.array(fc.constantFrom(...SYMBOLS), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(symbols, fc.array(fc.nat(7), { maxLength: 8 }), fc.nat(), (chosen, repeats, turn) => {
      const sources = chosen.map((symbol, place) => sourceOf(symbol, place))
      const again = repeats.flatMap((index): readonly Source[] => sources.slice(index, index + 1))
      const mixed = [...again, ...sources]
      const turned = mixed
        .map((_, index) => mixed[(index + turn) % mixed.length])
        .filter((one) => one !== undefined)
      assert.deepEqual(say(api, turned.toReversed()), say(api, sources))
    }),
    { numRuns: 2000 },
  )
})
