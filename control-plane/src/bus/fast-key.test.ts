import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccount, createOperator, createUser, fromPublic } from '@nats-io/nkeys'
import { toFastPair, verifyFast } from './fast-key.ts'

const BYTES = new TextEncoder().encode('what is signed')

test('signatures of Node and of the library are the same bytes, for every kind of key', () => {
  for (const make of [createOperator, createAccount, createUser]) {
    const slow = make()
    const fast = toFastPair(new TextDecoder().decode(slow.getSeed()))
    assert.equal(fast.getPublicKey(), slow.getPublicKey())
    assert.deepEqual(fast.sign(BYTES), slow.sign(BYTES))
    assert.equal(fromPublic(slow.getPublicKey()).verify(BYTES, fast.sign(BYTES)), true)
  }
})

test('a signature of another key, over other bytes, or of no shape does not hold', () => {
  const [one, other] = [createUser(), createUser()]
  const signature = one.sign(BYTES)
  assert.equal(verifyFast(one.getPublicKey(), BYTES, signature), true)
  assert.equal(verifyFast(other.getPublicKey(), BYTES, signature), false)
  assert.equal(verifyFast(one.getPublicKey(), BYTES.subarray(1), signature), false)
  assert.equal(verifyFast(one.getPublicKey(), BYTES, signature.subarray(1)), false)
  assert.equal(verifyFast(one.getPublicKey(), BYTES, new Uint8Array()), false)
})

test('what is no key throws', () => {
  const good = createUser().getPublicKey()
  const spoilt = (good.endsWith('A') ? 'B' : 'A') + good.slice(1)
  for (const text of ['', 'U', spoilt, good.slice(0, -1)])
    assert.throws(() => verifyFast(text, BYTES, new Uint8Array(64)), text)
  assert.throws(() => toFastPair('SUNOSEED'))
})
