import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JSON_DEPTH, JSON_KEYS, parseBoundedJson } from './json.ts'

const refusal = (why: string) => ({ name: 'SourceError', state: 'unusable', carried: { why } })

test('64 levels are read and 65 are not, a million neither', () => {
  const nest = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
  assert.ok(Array.isArray(parseBoundedJson(nest(JSON_DEPTH))))
  for (const depth of [JSON_DEPTH + 1, 1_000_000]) {
    assert.throws(() => parseBoundedJson(nest(depth)), refusal('too_large'))
  }
})

test('100,000 keys are read and one more is not', () => {
  const keys = (count: number) =>
    Buffer.from(`{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join()}}`)
  assert.equal(Object.keys(parseBoundedJson(keys(JSON_KEYS)) as object).length, JSON_KEYS)
  assert.throws(() => parseBoundedJson(keys(JSON_KEYS + 1)), refusal('too_large'))
})

test('brackets, colons and escaped quotes inside strings do not count', () => {
  const text = `${'[{:'.repeat(100)}\\"`
  assert.deepEqual(parseBoundedJson(Buffer.from(JSON.stringify({ text }))), { text })
})

test('text that is not JSON is unparseable', () => {
  for (const text of ['', '{', '{"a":1', '[1,]', 'nul', '"abc', '{"a":"\\"']) {
    assert.throws(() => parseBoundedJson(Buffer.from(text)), refusal('unparseable'), text)
  }
})

test('every shallow JSON value comes back as it was', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      assert.deepEqual(parseBoundedJson(Buffer.from(text)), JSON.parse(text))
    }),
  )
})
