import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { type Call, formatSignature } from '@vedette/proto/wire'
import { createNonceMemory } from './nonces.ts'
import { createKeyRing } from './signature.ts'
import { type Verdict, verifyCall } from './verify-call.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
const keys = createKeyRing([
  { kid: 'k1', public_key: raw },
  { kid: 'broken', public_key: 'not a key' },
])

function setUp() {
  const clock = createFakeClock()
  const nonces = createNonceMemory(clock)
  const facts = { clock, keys, nonces, agent: 'ag_1', incarnation: 'i1', policyHash: 'h' }
  let number = 0
  const call = (changes: Partial<Call> = {}): Call => ({
    type: 'vedette.v1.call',
    call: 'c1',
    replica: 'r1',
    agent: 'ag_1',
    incarnation: 'i1',
    operation: 'host.disks.list',
    contract: 1,
    instance: 'host',
    arguments: {},
    tier: 'read',
    principal: 'p',
    deadline: clock.now() + 1000,
    budget_ms: 1000,
    policy_hash: 'h',
    nonce: `n${++number}`,
    issued_at: clock.now(),
    expires_at: clock.now() + 30_000,
    ...changes,
  })
  const judge = (message: unknown, kid = 'k1'): Verdict => verifyCall(...seal(message, kid), facts)
  return { clock, nonces, call, judge, facts }
}

function seal(message: unknown, kid = 'k1'): [Uint8Array, string] {
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  return [bytes, formatSignature({ kid, signature: sign(null, bytes, privateKey).toString('base64url') })]
}

function toWord(verdict: Verdict): string {
  if (verdict.kind === 'dropped') return `dropped ${verdict.reason}`
  return verdict.kind === 'unusable' ? `unusable ${verdict.why}` : verdict.kind
}

test('a call signed for this process is accepted once', () => {
  const { call, judge } = setUp()
  const one = call()
  assert.equal(toWord(judge(one)), 'accepted')
  assert.equal(toWord(judge(one)), 'dropped replayed')
  assert.equal(toWord(judge(call())), 'accepted')
})

test('each flipped bit of the payload or of the signature is found', () => {
  const { call, facts } = setUp()
  const [bytes, header] = seal(call())
  for (let bit = 0; bit < bytes.length * 8; bit += 7) {
    const flipped = bytes.slice()
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.deepEqual(verifyCall(flipped, header, facts), { kind: 'dropped', reason: 'bad_signature' })
  }
  const [kid, signature = ''] = header.split(':')
  for (let at = 0; at < 85; at += 1) {
    const other = signature[at] === 'A' ? 'B' : 'A'
    const forged = `${kid}:${signature.slice(0, at)}${other}${signature.slice(at + 1)}`
    assert.equal(toWord(verifyCall(bytes, forged, facts)), 'dropped bad_signature')
  }
})

test('of 10,000 recorded calls none runs a second time, altered, for another process, or after its life', async () => {
  const { clock, call, facts } = setUp()
  const recorded = Array.from({ length: 10_000 }, () => seal(call()))
  const judgeAll = (where: object) => {
    const words = recorded.map(([bytes, header]) => toWord(verifyCall(bytes, header, { ...facts, ...where })))
    return [...new Set(words)]
  }
  assert.deepEqual(judgeAll({}), ['accepted'])
  assert.deepEqual(judgeAll({}), ['dropped replayed'])
  const altered = recorded.map(([bytes, header], at) => {
    const flipped = bytes.slice()
    const bit = (at * 31) % (bytes.length * 8)
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return toWord(verifyCall(flipped, header, facts))
  })
  assert.deepEqual([...new Set(altered)], ['dropped bad_signature'])
  assert.deepEqual(judgeAll({ agent: 'ag_2' }), ['dropped wrong_audience'])
  assert.deepEqual(judgeAll({ incarnation: 'i2' }), ['unusable bad_signature'])
  await clock.advance(200_000)
  assert.deepEqual(judgeAll({}), ['unusable clock_skew'])
})

test('an unknown key, no header and a broken key verify nothing', () => {
  const { call, judge, facts } = setUp()
  assert.equal(toWord(judge(call(), 'k2')), 'dropped bad_signature')
  assert.equal(toWord(judge(call(), 'broken')), 'dropped bad_signature')
  assert.equal(toWord(verifyCall(seal(call())[0], '', facts)), 'dropped bad_signature')
})

test('audience, time and policy are judged after the signature', () => {
  const { clock, call, judge } = setUp()
  const now = clock.now()
  const cases: readonly (readonly [Partial<Call>, string])[] = [
    [{ agent: 'ag_2' }, 'dropped wrong_audience'],
    [{ incarnation: 'i0' }, 'unusable bad_signature'],
    [{ issued_at: now - 90_000, expires_at: now - 60_000 }, 'accepted'],
    [{ issued_at: now - 90_001, expires_at: now - 60_001 }, 'unusable clock_skew'],
    [{ issued_at: now + 60_000, expires_at: now + 90_000 }, 'accepted'],
    [{ issued_at: now + 60_001, expires_at: now + 90_001 }, 'unusable clock_skew'],
    [{ expires_at: now + 30_001 }, 'unusable clock_skew'],
    [{ policy_hash: 'other' }, 'unusable policy_mismatch'],
    [{ replica: 'a.b' }, 'dropped malformed'],
    [{ call: '>' }, 'dropped malformed'],
  ]
  for (const [changes, expected] of cases) assert.equal(toWord(judge(call(changes))), expected, expected)
  assert.equal(toWord(judge({ type: 'vedette.v1.call' })), 'dropped malformed')
})

test('a skewed clock is told by how much', () => {
  const { clock, call, judge } = setUp()
  const sent = call()
  clock.skew(300_000)
  const verdict = judge(sent)
  assert.ok(verdict.kind === 'unusable')
  assert.deepEqual([verdict.why, verdict.skew_ms], ['clock_skew', 300_000])
})

test('a nonce is remembered for as long as its call could be accepted', async () => {
  const { clock, call, judge, nonces } = setUp()
  const early = call({ issued_at: clock.now() + 60_000, expires_at: clock.now() + 90_000 })
  assert.equal(toWord(judge(early)), 'accepted')
  // Past the 120 s, and still within the call's life and the tolerance.
  await clock.advance(149_000)
  assert.equal(toWord(judge(early)), 'dropped replayed')
  await clock.advance(2_000)
  assert.equal(toWord(judge(call())), 'accepted')
  assert.equal(nonces.size(), 1)
  assert.equal(toWord(judge(early)), 'unusable clock_skew')
})

test('setting the wall clock back revives no call that was answered', async () => {
  const { clock, call, judge } = setUp()
  const one = call()
  assert.equal(toWord(judge(one)), 'accepted')
  await clock.advance(60_000)
  clock.skew(-60_000)
  assert.equal(toWord(judge(one)), 'dropped replayed')
})
