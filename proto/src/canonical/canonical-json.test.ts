import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canonicalJson } from './canonical-json.ts'
import { toSchemaText } from './schema-text.ts'

test('keys are sorted at every depth and undefined members are left out', () => {
  assert.equal(
    canonicalJson({ b: [{ z: 1, a: undefined, y: null }], a: true }),
    '{"a":true,"b":[{"y":null,"z":1}]}',
  )
})

test('two spellings of one Unicode string give the same bytes', () => {
  assert.equal(canonicalJson({ caf\u00e9: 'e\u0301' }), canonicalJson({ 'cafe\u0301': '\u00e9' }))
})

test('what JSON cannot hold is refused', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('s')])
    assert.throws(() => canonicalJson({ value }), TypeError)
})

test('the schema text changes with the schemas and with nothing else', () => {
  const operation = { input: z.strictObject({ a: z.string() }), output: z.object({ b: z.number() }) }
  assert.equal(toSchemaText(operation), toSchemaText({ ...operation }))
  assert.notEqual(
    toSchemaText(operation),
    toSchemaText({ ...operation, output: z.object({ b: z.string() }) }),
  )
})
