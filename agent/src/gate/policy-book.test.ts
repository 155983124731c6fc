import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import type { DenyRule } from '@vedette/proto/policy'
import { formatSignature, policyStateSchema } from '@vedette/proto/wire'
import fc from 'fast-check'
import { createPolicyBook, hashRules } from './policy-book.ts'
import { createKeyRing } from './signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
const facts = { keys: createKeyRing([{ kid: 'k1', public_key: raw }]), agent: 'ag_1', incarnation: 'i1' }

function seal(changes: object): [Uint8Array, string] {
  const message = {
    type: 'vedette.v1.policy',
    agent: 'ag_1',
    incarnation: 'i1',
    version: 1,
    rules: [],
    issued_at: 0,
    ...changes,
  }
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  return [
    bytes,
    formatSignature({ kid: 'k1', signature: sign(null, bytes, privateKey).toString('base64url') }),
  ]
}

const LOCAL = [{ id: 'l1', deny: 'db.*' }]

test('an applied policy is enforced beside the local list and reported with its hashes', () => {
  const book = createPolicyBook(LOCAL)
  const before = book.effectiveHash()
  const remote = [{ id: 'r1', deny: 'k8s.configmaps.get', namespace: 'payments' }]
  assert.equal(book.apply(...seal({ version: 4, rules: remote }), facts), 'applied')
  assert.deepEqual(book.rules(), [...LOCAL, ...remote])
  const state = policyStateSchema.parse(book.state())
  assert.equal(state.status, 'APPLIED')
  assert.deepEqual(
    [state.local_hash, state.remote_hash, state.effective_hash, state.remote_version],
    [hashRules(LOCAL), hashRules(remote), hashRules([...LOCAL, ...remote]), 4],
  )
  assert.equal(before, hashRules(LOCAL))
  assert.deepEqual(
    state.rules.map(({ id, origin }) => [id, origin]),
    [
      ['l1', 'local'],
      ['r1', 'remote'],
    ],
  )
})

test('a policy that is unsigned, for another process, or older changes nothing', () => {
  const book = createPolicyBook(LOCAL)
  book.apply(...seal({ version: 5, rules: [{ id: 'r1', deny: 'logs.*' }] }), facts)
  const hash = book.effectiveHash()
  const [bytes] = seal({ version: 6 })
  assert.equal(book.apply(bytes, seal({ version: 7 })[1], facts), 'ignored')
  assert.equal(book.apply(...seal({ version: 6, agent: 'ag_2' }), facts), 'ignored')
  assert.equal(book.apply(...seal({ version: 6, incarnation: 'i0' }), facts), 'ignored')
  assert.equal(book.apply(...seal({ version: 4 }), facts), 'ignored')
  assert.equal(book.effectiveHash(), hash)
  assert.equal(book.state().remote_version, 5)
})

test('a signed policy that cannot be read is FAILED, and what was enforced stays', () => {
  const book = createPolicyBook(LOCAL)
  book.apply(...seal({ version: 1, rules: [{ id: 'r1', deny: 'logs.*' }] }), facts)
  const hash = book.effectiveHash()
  assert.equal(book.apply(...seal({ version: 2, rules: [{ deny: 5 }] }), facts), 'failed')
  assert.equal(book.state().status, 'FAILED')
  assert.equal(book.effectiveHash(), hash)
})

test('a list that no report could tell is FAILED with its reason, and what was enforced stays', () => {
  const book = createPolicyBook(LOCAL)
  const rules = Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}`, deny: `logs.x${at}` }))
  assert.equal(book.apply(...seal({ version: 3, rules }), facts), 'failed')
  const state = policyStateSchema.parse(book.state())
  assert.deepEqual([state.status, state.reason, state.remote_version], ['FAILED', 'too_many_rules', 0])
  assert.deepEqual(book.rules(), LOCAL)
  assert.equal(book.apply(...seal({ version: 4, rules: rules.slice(1) }), facts), 'applied')
  assert.deepEqual([book.state().status, book.state().reason], ['APPLIED', undefined])
})

test('whatever is pushed, every local rule stays in force and the hash is that of what is enforced', () => {
  const place = fc.constantFrom('payments', 'Payments', 'web', '123456789012')
  const rule = fc.record(
    {
      id: fc.stringMatching(/^[a-z]{1,4}$/),
      deny: fc.constantFrom('db.*', 'DB.*', '*', 'logs.search', 'k8s.*'),
      namespace: place,
      account: place,
    },
    { requiredKeys: ['id', 'deny'] },
  )
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 5 }), fc.array(rule, { maxLength: 5 }), (local, remote) => {
      const book = createPolicyBook(local)
      book.apply(...seal({ rules: remote }), facts)
      for (const one of local) assert.ok(book.rules().includes(one))
      const { status, effective_hash, rules } = book.state()
      assert.equal(status, 'APPLIED')
      assert.equal(effective_hash, hashRules(book.rules()))
      assert.equal(effective_hash, hashRules(rules.map(({ origin: _, ...one }) => one as DenyRule))) // as it is reported
    }),
    { numRuns: 10_000 },
  )
})
