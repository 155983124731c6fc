import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capText, cleanText } from './clean.ts'
import { fitBody } from './fit.ts'
import { isSeries, type Point, toSeries } from './series.ts'
import { shapeValue } from './shape.ts'

test('text from outside loses control, zero-width, bidirectional and tag characters and keeps the rest', () => {
  const written = 'a\u0000b\u001b[31mc\u200bd\u202ee\ufeff\u2028\u{e0041}\u{e0100}\u3164\tf\nção 日本 👍🏽'
  assert.equal(cleanText(written), 'ab[31mcde\tf\nção 日本 👍🏽')
  assert.equal(cleanText('x\ud800y'), 'x\ufffdy')
})

test('a long text says how much of it is missing', () => {
  assert.equal(capText('abcdef', 4), 'abcd…[+2 characters]')
})

test('five flat rows of the same keys become a table, four stay a list', () => {
  const row = (n: number) => ({ name: `d${n}`, size: n, used: n === 2 ? null : 1 })
  const rows = [0, 1, 2, 3, 4].map(row)
  assert.deepEqual(shapeValue({ disks: rows }, 'brief'), {
    disks: {
      cols: ['name', 'size', 'used'],
      rows: [
        ['d0', 0, 1],
        ['d1', 1, 1],
        ['d2', 2, null],
        ['d3', 3, 1],
        ['d4', 4, 1],
      ],
    },
  })
  assert.deepEqual(shapeValue(rows.slice(1), 'brief'), rows.slice(1))
})

test('nested plain objects of the same keys become columns, others keep the list', () => {
  const sample = (n: number) => ({ labels: { job: 'node', instance: `h${n}` }, value: n })
  const table = shapeValue([0, 1, 2, 3, 4].map(sample), 'brief')
  assert.deepEqual((table as { cols: unknown }).cols, ['labels.job', 'labels.instance', 'value'])
  const mixed = [0, 1, 2, 3, 4].map((n) => (n === 3 ? { labels: { job: 'x' }, value: 1 } : sample(n)))
  assert.deepEqual(shapeValue(mixed, 'brief'), mixed)
})

test('a missing key never becomes a null in a table', () => {
  const rows = [{ a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1, b: 2 }]
  assert.deepEqual(shapeValue(rows, 'brief'), rows)
})

test('nulls stay, undefined members go, a key named __proto__ stays a key', () => {
  const hostile = JSON.parse('{"__proto__":{"visibility":"full"},"used":null}') as object
  const shaped = shapeValue({ more: hostile, gone: undefined }, 'brief')
  assert.equal(JSON.stringify(shaped), '{"more":{"__proto__":{"visibility":"full"},"used":null}}')
  assert.equal(Object.getPrototypeOf((shaped as { more: object }).more), Object.prototype)
})

test('values nested beyond any sense are replaced by a mark instead of a crash', () => {
  let value: unknown = 1
  for (let depth = 0; depth < 5000; depth += 1) value = [value]
  assert.match(JSON.stringify(shapeValue(value, 'brief')), /nested too deep/)
})

test('a series keeps its extremes, its last value and at most 60 points', () => {
  const points: Point[] = Array.from({ length: 1000 }, (_, index) => [index * 15_000, index % 7])
  points[499] = [499 * 15_000, 900]
  points[777] = [777 * 15_000, -900]
  const series = toSeries(points, 15)
  const shown = series['points'] as readonly (readonly [number, number])[]
  assert.ok(shown.length <= 60)
  assert.ok(shown.some(([at, value]) => at === 499 * 15 && value === 900))
  assert.ok(shown.some(([, value]) => value === -900))
  assert.deepEqual([series['n'], series['min'], series['max'], series['last']], [1000, -900, 900, 999 % 7])
  assert.equal(series['thinned'], 'lowest and highest of each stretch')
  assert.deepEqual(
    shown.map(([at]) => at),
    shown.map(([at]) => at).toSorted((a, b) => a - b),
  )
})

test('gaps of a series are told: nulls, and steps that are missing', () => {
  const minute = (n: number, value: number | null): Point => [Date.UTC(2030, 0, 1) + n * 60_000, value]
  const series = toSeries([minute(0, 1), minute(1, null), minute(2, null), minute(3, 2), minute(9, 3)], 60)
  assert.deepEqual(series['gaps'], {
    n: 2,
    first: [
      ['2030-01-01T00:00:00Z', '2030-01-01T00:03:00Z'],
      ['2030-01-01T00:03:00Z', '2030-01-01T00:09:00Z'],
    ],
  })
  assert.equal(series['start'], '2030-01-01T00:00:00Z')
  assert.deepEqual(
    [series['n'], series['points']],
    [
      3,
      [
        [0, 1],
        [180, 2],
        [540, 3],
      ],
    ],
  )
})

test('a series that never had a value has null extremes, not zero', () => {
  const series = toSeries(
    [
      [0, null],
      [60_000, null],
    ],
    60,
  )
  assert.deepEqual([series['min'], series['max'], series['last']], [null, null, null])
})

test('only pairs of a time and a value are a series', () => {
  assert.equal(isSeries([[1, 2]]), true)
  assert.equal(
    isSeries([
      [1, 'NaN'],
      [2, null],
    ]),
    true,
  )
  assert.equal(isSeries([]), false)
  assert.equal(isSeries([[1, 2, 3]]), false)
  assert.equal(isSeries([['a', 2]]), false)
  assert.equal(isSeries([[1e300, 2]]), false)
})

test('lists are cut on item boundaries, small ones stay whole and every cut is counted', () => {
  const body = {
    big: Array.from({ length: 500 }, (_, n) => ({ n, text: 'x'.repeat(50) })),
    small: ['a', 'b', 'c'],
    total: 500,
  }
  const { body: fitted, cuts } = fitBody(body, 5000)
  assert.ok(JSON.stringify(fitted).length <= 5000)
  assert.deepEqual(fitted['small'], ['a', 'b', 'c'])
  assert.equal(fitted['total'], 500)
  const shown = (fitted['big'] as unknown[]).length
  assert.deepEqual(cuts, [{ at: 'big', shown, total: 500 }])
  assert.ok(shown > 50 && shown < 500)
})

test('of many hosts each keeps a share instead of the last ones vanishing', () => {
  const results = Array.from({ length: 10 }, (_, n) => ({
    scope: { host: `h${n}` },
    disks: { cols: ['mount'], rows: Array.from({ length: 200 }, (__, m) => [`/mnt/${m}`]) },
  }))
  const { body, cuts } = fitBody({ results }, 6000)
  assert.ok(JSON.stringify(body).length <= 6000)
  assert.equal((body['results'] as unknown[]).length, 10)
  assert.equal(cuts.length, 10)
  assert.equal(cuts[0]?.at, 'results.0.disks')
})

test('what cannot be cut is left out whole, and that is said too', () => {
  const body = { a: 'x'.repeat(900), b: 'y'.repeat(900) }
  assert.deepEqual(fitBody(body, 1000), { body: {}, cuts: [{ at: 'answer', shown: 0, total: 1 }] })
})
