import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ParseLimits, parseBounded } from './parse.ts'

const LIMITS = { bytes: 10_000, depth: 5, keys: 20 }
const parse = (text: string, limits: ParseLimits = LIMITS) => parseBounded(Buffer.from(text), limits)

test('what is within the limits comes out as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      const text = JSON.stringify(value)
      if (text.includes('__proto__')) return
      assert.deepEqual(parse(text, { bytes: 1e6, depth: 64, keys: 1e5 }), JSON.parse(text))
    }),
  )
})

test('bytes, depth and keys are bounded, each by its own limit', () => {
  assert.throws(() => parse(`"${'x'.repeat(9_999)}"`), RangeError)
  assert.equal(parse(`"${'x'.repeat(9_998)}"`), 'x'.repeat(9_998))
  assert.deepEqual(parse('[[[[[]]]]]'), [[[[[]]]]])
  assert.throws(() => parse('[[[[[[]]]]]]'), RangeError)
  assert.equal((parse(JSON.stringify(Array(20).fill(0))) as unknown[]).length, 20)
  assert.throws(() => parse(JSON.stringify(Array(21).fill(0))), RangeError)
})

test('a million brackets end in an error and not in our stack', () => {
  const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000)
  assert.throws(() => parse(deep, { bytes: 1e7, depth: 64, keys: 1e5 }), RangeError)
})

test('a key named __proto__ is refused at every depth, however it is written, and dropped from what vendors say', () => {
  for (const key of ['__proto__', '\\u005f_proto__']) {
    for (const text of [`{"${key}":{}}`, `{"a":{"${key}":null}}`, `[{"b":[{"${key}":1}]}]`])
      assert.throws(() => parse(text), RangeError, text)
    const value = parse(`{"a":{"${key}":{"admin":true},"b":1},"${key}":{"admin":true}}`, {
      ...LIMITS,
      losesProto: true,
    })
    assert.deepEqual(value, { a: { b: 1 } })
    assert.equal(Object.hasOwn(Object(value), '__proto__'), false)
  }
  assert.equal(Object.hasOwn(Object.prototype, 'admin'), false)
})

test('bad UTF-8, a byte order mark, NaN and half a text are refused', () => {
  assert.throws(() => parseBounded(Buffer.from([0x22, 0xff, 0x22]), LIMITS), TypeError)
  for (const text of ['\ufeff{}', 'NaN', '{"a":NaN}', '{"a":', '', "{'a':1}", '[1,]'])
    assert.throws(() => parse(text), SyntaxError, text)
})

test('a key that stands twice in one object is refused, however it is written; the same key elsewhere is not', () => {
  for (const text of [
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '[{"b":{"a":{},"c":1,"a":":"}}]',
    '{"":1,"":2}',
  ])
    assert.throws(() => parse(text), RangeError, text)
  const twice = '{"__proto__":1,"__proto__":2}'
  assert.throws(() => parse(twice, { ...LIMITS, losesProto: true }), RangeError)
  for (const text of [
    '{"a":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"b\\":","b":"\\\\","c":[":"]}',
    '":"',
    '{}',
  ])
    assert.deepEqual(parse(text), JSON.parse(text))
})
