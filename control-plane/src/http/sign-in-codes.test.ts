import assert from 'node:assert/strict'
import test from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createSignInCodes } from './sign-in-codes.ts'

test('a code gives its token once, and never its own text', () => {
  const codes = createSignInCodes(createFakeClock())
  const code = codes.create('vdt_secret')
  assert.match(code, /^vdc_[\w-]{43}$/)
  assert.equal(codes.redeem(`${code}x`), null)
  assert.equal(codes.redeem(code), 'vdt_secret')
  assert.equal(codes.redeem(code), null)
})

test('a code ends after a day', async () => {
  const clock = createFakeClock()
  const codes = createSignInCodes(clock)
  const [early, late] = [codes.create('a'), codes.create('b')]
  await clock.advance(24 * 3600 * 1000 - 1)
  assert.equal(codes.redeem(early), 'a')
  await clock.advance(1)
  assert.equal(codes.redeem(late), null)
})

test('of more than 1,000 codes the oldest are gone', () => {
  const codes = createSignInCodes(createFakeClock())
  const made = Array.from({ length: 1_001 }, (_, n) => codes.create(`t${n}`))
  assert.equal(codes.redeem(made[0] ?? ''), null)
  assert.equal(codes.redeem(made[1] ?? ''), 't1')
  assert.equal(codes.redeem(made[1_000] ?? ''), 't1000')
})
