import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findNewest, takeSamples, toSampleValue, toSeries, toSeriesAnswer } from './samples.ts'

const row = (values: [number, string][], histograms: [number, { count: string; sum: string }][] = []) => ({
  metric: { a: 'b' },
  values,
  histograms,
})

test('floats that JSON cannot carry keep their words, and text that is no number is not shown as one', () => {
  assert.deepEqual(['NaN', '+Inf', '-Inf', '1e-05', '0'].map(toSampleValue), [
    'NaN',
    '+Inf',
    '-Inf',
    0.00001,
    0,
  ])
  for (const text of ['', ' ', 'x', '1e999', '0x1G'])
    assert.throws(() => toSampleValue(text), { state: 'unusable' })
})

test('a step without a sample is null, before, between and after', () => {
  const [series] = toSeries(
    [
      row([
        [110, '1'],
        [130, '2'],
      ]),
    ],
    { from: 100_000, to: 140_000 },
    10,
  )
  assert.deepEqual(series?.points, [
    [100_000, null],
    [110_000, 1],
    [120_000, null],
    [130_000, 2],
    [140_000, null],
  ])
})

test('a point off the grid is kept', () => {
  const [series] = toSeries(
    [
      row([
        [110, '1'],
        [115, '2'],
      ]),
    ],
    { from: 110_000, to: 120_000 },
    10,
  )
  assert.deepEqual(series?.points, [
    [110_000, 1],
    [115_000, 2],
    [120_000, null],
  ])
})

test('native histograms are given apart, and count as newest', () => {
  const series = toSeries([row([], [[120, { count: '5', sum: 'NaN' }]])], { from: 100_000, to: 140_000 }, 10)
  assert.deepEqual(series, [{ labels: { a: 'b' }, points: [], histogram_points: [[120_000, 5, 'NaN']] }])
  assert.equal(findNewest([row([[110, '1']]), row([], [[120, { count: '5', sum: 'NaN' }]])]), 120_000)
  assert.equal(findNewest([]), undefined)
})

test('a grid is filled for as many rows as an answer may hold, and the others are counted', () => {
  const rows = Array.from({ length: 50_000 }, () => row([[110, '1']]))
  const answer = toSeriesAnswer(rows, { window: { from: 0, to: 10_000_000 }, step: 1, limit: 500 })
  assert.deepEqual([answer.series.length, answer.total, answer.newest], [9, 50_000, 110_000])
  assert.equal(answer.series[0]?.points.length, 10_001)
})

test('samples of a range are counted beyond those taken', () => {
  const result = [
    row([
      [1, '1'],
      [2, '2'],
    ]),
    row([
      [1, '3'],
      [2, '4'],
    ]),
  ]
  const taken = takeSamples({ resultType: 'matrix', result }, 3)
  assert.deepEqual([taken.samples.map((one) => one.value), taken.total], [[1, 2, 3], 4])
})
