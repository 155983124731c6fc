import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { toRenewalText } from '@vedette/proto/wire'
import { createNatsKey, type NatsKey, signWithSeed } from '../bus/nats-keys.ts'
import { createStore } from '../store/index.ts'
import { createEnroller, createOperator } from './index.ts'

const HOST = { kind: 'host', id: 'machine-1' } as const

async function setUp(t: TestContext) {
  const clock = createFakeClock()
  const store = await createStore({ url: 'sqlite::memory:', clock })
  t.after(() => store.close())
  for (const name of ['acme', 'globex']) await store.organisations.create(name)
  const operator = await createOperator({ organisations: ['acme', 'globex'], now: clock.now() })
  const enroll = createEnroller({ store, operator: () => operator, clock, tick_ms: 50 })
  const token = async (max_uses: number | null = 1, organisation = 'acme') =>
    (await store.joinTokens.create({ organisation, labels: { env: 'prod' }, ttl_ms: 600_000, max_uses }))
      .secret
  return { clock, store, enroll, token }
}

function join(join_token: string, key: NatsKey, identity: Readonly<{ kind: string; id: string }> = HOST) {
  const { public_key } = key
  return {
    type: 'vedette.v1.enroll',
    proof: 'join_token',
    join_token,
    public_key,
    identity,
    name: 'web-1',
    version: '0.1.0',
  }
}

function renewal(agent: string, key: NatsKey, at: number, signed = toRenewalText(agent, at)) {
  const signature = signWithSeed(key.seed, signed)
  return { type: 'vedette.v1.enroll', proof: 'renewal', agent, public_key: key.public_key, signature, at }
}

async function agentOf(reply: ReturnType<ReturnType<typeof createEnroller>>): Promise<string> {
  const answer = await reply
  assert.equal(answer.outcome, 'enrolled', JSON.stringify(answer))
  return answer.outcome === 'enrolled' ? answer.agent : ''
}

async function codeOf(reply: ReturnType<ReturnType<typeof createEnroller>>): Promise<string> {
  const answer = await reply
  return answer.outcome === 'refused' ? answer.error.code : answer.outcome
}

test('a join token enrols once, records the key with the labels of the token, and is used up', async (t) => {
  const { store, enroll, token } = await setUp(t)
  const key = createNatsKey('user')
  const secret = await token()
  const agent = await agentOf(enroll('acme', join(secret, key)))
  assert.match(agent, /^ag_[0-9a-f]{24}$/)
  const [row] = await store.enrolments.find('acme', agent)
  assert.equal(row?.public_key, key.public_key)
  assert.deepEqual(row?.labels, { env: 'prod' })
  assert.equal(await codeOf(enroll('acme', join(secret, createNatsKey('user')))), 'token_used')
})

test('the same identity with a new token and a new key gets its old id back; another gets another', async (t) => {
  const { enroll, token } = await setUp(t)
  const first = await agentOf(enroll('acme', join(await token(), createNatsKey('user'))))
  assert.equal(await agentOf(enroll('acme', join(await token(), createNatsKey('user')))), first)
  const other = join(await token(), createNatsKey('user'), { kind: 'host', id: 'machine-2' })
  assert.notEqual(await agentOf(enroll('acme', other)), first)
})

test('a token of one organisation opens no other', async (t) => {
  const { enroll, token, store } = await setUp(t)
  const secret = await token(1, 'globex')
  assert.equal(await codeOf(enroll('acme', join(secret, createNatsKey('user')))), 'token_unknown')
  assert.deepEqual(await store.enrolments.list('acme'), [])
})

test('a renewal needs a signature by the enrolled key over this agent and time', async (t) => {
  const { enroll, token, clock, store } = await setUp(t)
  const key = createNatsKey('user')
  const stranger = createNatsKey('user')
  const agent = await agentOf(enroll('acme', join(await token(), key)))
  const at = clock.now()
  assert.equal(await codeOf(enroll('acme', renewal(agent, key, at))), 'enrolled')
  assert.equal(await codeOf(enroll('acme', renewal(agent, stranger, at))), 'bad_proof')
  const swapped = { ...renewal(agent, stranger, at), public_key: key.public_key }
  assert.equal(await codeOf(enroll('acme', swapped)), 'bad_proof')
  assert.equal(
    await codeOf(enroll('acme', renewal(agent, key, at, toRenewalText('ag_other', at)))),
    'bad_proof',
  )
  assert.equal(await codeOf(enroll('globex', renewal(agent, key, at))), 'bad_proof')
  await store.enrolments.revoke('acme', agent, key.public_key, at)
  assert.equal(await codeOf(enroll('acme', renewal(agent, key, at))), 'revoked')
})

test('a revoked key cannot come back with a new token, but its identity can with a new key', async (t) => {
  const { enroll, token, store, clock } = await setUp(t)
  const key = createNatsKey('user')
  const agent = await agentOf(enroll('acme', join(await token(), key)))
  await store.enrolments.revoke('acme', agent, null, clock.now())
  assert.equal(await codeOf(enroll('acme', join(await token(), key))), 'revoked')
  assert.equal(await agentOf(enroll('acme', join(await token(), createNatsKey('user')))), agent)
})

test('a key of one agent cannot be enrolled for another', async (t) => {
  const { enroll, token } = await setUp(t)
  const key = createNatsKey('user')
  await agentOf(enroll('acme', join(await token(), key)))
  const thief = join(await token(), key, { kind: 'host', id: 'machine-2' })
  assert.equal(await codeOf(enroll('acme', thief)), 'bad_proof')
})

test('what cannot be read is refused as malformed and uses no token up', async (t) => {
  const { enroll, token } = await setUp(t)
  const secret = await token()
  const account = createNatsKey('account')
  for (const request of [null, 7, [], {}, { proof: 'join_token' }, join(secret, account)])
    assert.equal(await codeOf(enroll('acme', request)), 'malformed')
  assert.equal(await codeOf(enroll('acme', join(secret, createNatsKey('user')))), 'enrolled')
})
