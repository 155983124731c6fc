import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSignature, parseSignature } from './signature.ts'

const SIGNATURE = 'A'.repeat(86)

test('a signature header reads back as its key id and signature', () => {
  const header = formatSignature({ kid: 'k1', signature: SIGNATURE })
  assert.equal(header, `k1:${SIGNATURE}`)
  assert.deepEqual(parseSignature(header), { kid: 'k1', signature: SIGNATURE })
})

test('a header of another shape is no signature', () => {
  for (const header of [
    '',
    'k1',
    `:${SIGNATURE}`,
    `k1:${SIGNATURE}=`,
    `k1:${SIGNATURE.slice(1)}`,
    `k 1:${SIGNATURE}`,
  ])
    assert.equal(parseSignature(header), null, header)
})

test('halves that cannot be read back are not written', () => {
  assert.throws(() => formatSignature({ kid: 'a:b', signature: SIGNATURE }), TypeError)
  assert.throws(() => formatSignature({ kid: 'k1', signature: 'short' }), TypeError)
})
