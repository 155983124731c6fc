import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectOnset, type Sample } from './detect-onset.ts'
import { findSegments } from './segments.ts'
import { median, noiseOf, slopeOf, trendScore } from './statistics.ts'

const START = Date.UTC(2030, 0, 15, 11)

// A repeatable noise in [-1, 1].
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 1_073_741_824 - 1) * 1
  }
}

function series(values: readonly (number | null)[], step = 60_000): readonly Sample[] {
  return values.map((value, index) => [START + index * step, value])
}

// Sum of squares around the means, plus the penalty for each cut: what the fast way must minimise.
function costOf(values: readonly number[], cuts: readonly number[], sigma: number, penalty: number): number {
  const bounds = [0, ...cuts, values.length]
  let cost = cuts.length * penalty
  for (const [index, from] of bounds.slice(0, -1).entries()) {
    const part = values.slice(from, bounds[index + 1])
    const mean = part.reduce((a, b) => a + b, 0) / part.length
    cost += part.reduce((sum, value) => sum + ((value - mean) / sigma) ** 2, 0)
  }
  return cost
}

function everyCut(n: number, from = 0): readonly (readonly number[])[] {
  const all: (readonly number[])[] = [[]]
  for (let cut = from + 3; cut <= n - 3; cut += 1)
    for (const rest of everyCut(n, cut)) all.push([cut, ...rest])
  return all
}

test('the median is the middle, and the noise is blind to a shift', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 2, 3]), 2.5)
  assert.ok(Number.isNaN(median([])))
  assert.equal(noiseOf([1, 1, 1, 9, 9, 9]), 0)
  assert.equal(noiseOf([5]), 0)
})

test('a trend is found by its ranks, and its slope is that of most pairs', () => {
  assert.ok(trendScore([1, 2, 3, 4, 5, 6, 7, 8]) > 2.58)
  assert.ok(trendScore([8, 7, 6, 5, 4, 3, 2, 1]) < -2.58)
  assert.equal(trendScore([5, 5, 5, 5, 5]), 0)
  assert.equal(slopeOf([1, 3, 5, 7, 100]), 2)
})

test('segments are those of least penalised cost, against every other way to cut', () => {
  const level = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 6, maxLength: 14 })
  fc.assert(
    fc.property(level, (values) => {
      const found = costOf(values, findSegments(values, { noise: 1, penalty: 4 }), 1, 4)
      const least = Math.min(...everyCut(values.length).map((cuts) => costOf(values, cuts, 1, 4)))
      assert.ok(Math.abs(found - least) < 1e-6, `${found} is not ${least}`)
    }),
    { numRuns: 200 },
  )
})

test('a step is found where it is, with medians before and since', () => {
  const wobble = noise(7)
  const values = Array.from({ length: 60 }, (_, index) => (index < 40 ? 1 : 9) + 0.2 * wobble())
  const found = detectOnset(series(values), 'up')
  assert.ok(found !== null)
  assert.equal(found.at, START + 39.5 * 60_000)
  assert.equal(found.plus_minus_s, 30)
  assert.ok(Math.abs(found.before - 1) < 0.2 && Math.abs(found.during - 9) < 0.2)
  assert.deepEqual([found.recovering, found.trend_before], [false, false])
})

test('a jump from exactly nothing is found, and so is a fall', () => {
  const values = Array.from({ length: 30 }, (_, index) => (index < 20 ? 0 : 5))
  assert.equal(detectOnset(series(values), 'up')?.at, START + 19.5 * 60_000)
  assert.equal(detectOnset(series(values), 'down'), null)
  const fall = values.map((value) => 5 - value)
  assert.equal(detectOnset(series(fall), 'down')?.before, 5)
  assert.equal(detectOnset(series(fall), 'down')?.during, 0)
})

test('quiet and noisy series without a shift have no onset', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const wobble = noise(seed)
    const values = Array.from({ length: 60 }, () => 10 + wobble())
    assert.equal(detectOnset(series(values), 'up'), null, `seed ${seed}`)
  }
  assert.equal(detectOnset(series(Array.from({ length: 60 }, () => 3)), 'up'), null)
  assert.equal(detectOnset(series([1, 1, 9, 9]), 'up'), null)
})

test('what came back is said to recover, and the onset stays', () => {
  const values = Array.from({ length: 60 }, (_, index) => (index >= 20 && index < 40 ? 8 : 1))
  const found = detectOnset(series(values), 'up')
  assert.equal(found?.at, START + 19.5 * 60_000)
  assert.equal(found?.recovering, true)
  assert.equal(found?.recovered_at, START + 40 * 60_000)
  assert.equal(found?.peak, 8)
})

test('a climb that had begun before is told from a step', () => {
  const climb = Array.from({ length: 60 }, (_, index) => index / 4 + (index > 45 ? 4 : 0))
  assert.equal(detectOnset(series(climb), 'up')?.trend_before, true)
})

test('gaps widen what is not known of the moment', () => {
  const values = Array.from({ length: 40 }, (_, index) =>
    index > 15 && index < 20 ? null : index < 18 ? 1 : 9,
  )
  const found = detectOnset(series(values), 'up')
  assert.equal(found?.plus_minus_s, 150)
  assert.equal(found?.at, START + 17.5 * 60_000)
})
