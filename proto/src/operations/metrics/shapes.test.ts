import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { ALERTS_OPERATIONS } from '../alerts/index.ts'
import { SERVICES_OPERATIONS } from '../services/index.ts'
import { SLOS_OPERATIONS } from '../slos/index.ts'
import { METRICS_OPERATIONS } from './index.ts'
import { labelMatch, sampleValue, timeSeries } from './shapes.ts'

test('a value is a finite number or the word of one that JSON cannot carry', () => {
  for (const value of [0, -1.5, 'NaN', '+Inf', '-Inf']) assert.equal(sampleValue.parse(value), value)
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '1', 'Inf', null])
    assert.equal(sampleValue.safeParse(value).success, false, String(value))
})

test('a series tells a gap from a zero', () => {
  const series = {
    labels: {},
    points: [
      [1000, 0],
      [2000, null],
    ],
  }
  assert.deepEqual(timeSeries.parse(series), series)
})

test('a condition compares for equality unless told otherwise, and knows four operators', () => {
  const field = labelMatch()
  assert.deepEqual(field.parse([{ label: 'a', value: 'b' }]), [{ label: 'a', op: '=', value: 'b' }])
  assert.deepEqual(field.parse(undefined), [])
  for (const wrong of [
    { label: 'a', op: '==', value: 'b' },
    { label: '', value: 'b' },
    { label: 'a', value: 'b', x: 1 },
  ])
    assert.equal(field.safeParse([wrong]).success, false)
})

test('every operation of these families takes the window or none, and its schemas become JSON Schema', () => {
  for (const one of [
    ...METRICS_OPERATIONS,
    ...ALERTS_OPERATIONS,
    ...SERVICES_OPERATIONS,
    ...SLOS_OPERATIONS,
  ]) {
    assert.equal('from' in one.input.shape, one.window !== undefined, one.id)
    assert.equal('expr' in one.input.shape, one.dialect !== undefined, one.id)
    assert.equal(z.toJSONSchema(one.input, { io: 'input' }).type, 'object', one.id)
    assert.equal(z.toJSONSchema(one.output).type, 'object', one.id)
  }
})
