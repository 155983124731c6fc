import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { findTool, startIssuer } from '@vedette/test/kit'
import { createNatsKey } from '../../bus/nats-keys.ts'
import { createStore } from '../../store/index.ts'
import { createEnroller, createOperator } from '../index.ts'
import { registerClusters, registrationSchema } from './index.ts'

const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}

async function setUp(t: TestContext) {
  const issuer = await startIssuer(t)
  const clock = createFakeClock(Date.now())
  const store = await createStore({ url: 'sqlite::memory:', clock })
  t.after(() => store.close())
  for (const name of ['acme', 'globex']) await store.organisations.create(name)
  const operator = await createOperator({ organisations: ['acme', 'globex'], now: clock.now() })
  const enroll = createEnroller({ store, operator: () => operator, clock, tick_ms: 50 })
  const revoked: string[] = []
  const register = (clusters: readonly unknown[], more: object = {}) =>
    registerClusters(
      {
        store,
        clock,
        revoke: async (organisation, agent) => {
          revoked.push(agent)
          await store.enrolments.revoke(organisation, agent, null, clock.now())
        },
      },
      'acme',
      registrationSchema.parse({ clusters, ...more }),
    )
  const ask = async (token: string, organisation = 'acme', key = createNatsKey('user')) => {
    const { public_key } = key
    const request = { type: 'vedette.v1.enroll', proof: 'kubernetes', token, public_key, version: '0.1.0' }
    const reply = await enroll(organisation, request)
    return reply.outcome === 'refused' ? reply.error.code : reply
  }
  const production = {
    alias: 'production-eu',
    issuer: issuer.url,
    ca: readFileSync(issuer.caFile, 'utf8'),
    labels: { env: 'prod' },
  }
  return { issuer, clock, store, register, ask, production, revoked }
}

test(
  'a pod is proved by its token: each new key is the same agent, with the alias, labels and identity of its cluster (needs openssl)',
  NEEDS,
  async (t) => {
    const { issuer, store, register, ask, production } = await setUp(t)
    await register([production])
    const first = await ask(issuer.token())
    const second = await ask(issuer.token({ pod: 'vedette-agent-1' }))
    if (typeof first === 'string' || typeof second === 'string') throw new Error(`${first} ${second}`)
    assert.equal(first.agent, second.agent)
    assert.deepEqual(first.identity, { kind: 'kubernetes', id: 'production-eu/vedette/vedette-agent' })
    const rows = await store.enrolments.find('acme', first.agent)
    assert.deepEqual(
      rows.map(({ name, labels }) => [name, labels]),
      [
        ['production-eu', { env: 'prod' }],
        ['production-eu', { env: 'prod' }],
      ],
    )
    assert.equal(issuer.asked.length, 2, 'discovery and keys are read once')
  },
)

test('whatever is wrong with a token, nobody is let in by it (needs openssl)', NEEDS, async (t) => {
  const { issuer, store, register, ask, production } = await setUp(t)
  await register([production])
  const now = Math.floor(Date.now() / 1000)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const good = issuer.token()
  const [head = '', body = '', signature = ''] = good.split('.')
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const bad: Readonly<Record<string, string>> = {
    'another key': issuer.token({ key: stranger }),
    'another audience': issuer.token({ claims: { aud: ['https://kubernetes.default.svc'] } }),
    expired: issuer.token({ claims: { exp: now - 120 } }),
    'no expiry': issuer.token({ claims: { exp: undefined } }),
    'not yet valid': issuer.token({ claims: { nbf: now + 600 } }),
    'another namespace': issuer.token({ namespace: 'default' }),
    'another account': issuer.token({ serviceaccount: 'default' }),
    'a subject of another account': issuer.token({ claims: { sub: 'system:serviceaccount:vedette:other' } }),
    'no pod': issuer.token({ pod: null }),
    'no claims of Kubernetes': issuer.token({ claims: { 'kubernetes.io': undefined } }),
    'a swapped algorithm': issuer.token({ header: { alg: 'HS256' } }),
    'no signature': `${none}.${body}.`,
    'a changed body': `${head}.${body.slice(0, -2)}AA.${signature}`,
    rubbish: 'x'.repeat(64),
  }
  for (const [what, token] of Object.entries(bad)) assert.equal(await ask(token), 'bad_proof', what)
  assert.equal(await ask(issuer.token({ claims: { iss: 'https://other.invalid' } })), 'cluster_unknown')
  assert.equal(await ask(good, 'globex'), 'cluster_unknown', 'the cluster of another organisation')
  assert.deepEqual(await store.enrolments.list('acme'), [])
  assert.notEqual(typeof (await ask(good)), 'string', 'the unchanged one is good')
})

test(
  'uploaded keys need no issuer, and clusters that share an issuer name are told apart by them (needs openssl)',
  NEEDS,
  async (t) => {
    const { issuer, register, ask } = await setUp(t)
    const other = await startIssuer(t)
    const name = 'https://kubernetes.default.svc.cluster.local'
    await register([
      { alias: 'one', jwks: other.keys() },
      { alias: 'two', jwks: issuer.keys() },
    ])
    const reply = await ask(issuer.token({ claims: { iss: name } }))
    assert.deepEqual(typeof reply === 'string' ? reply : reply.identity, {
      kind: 'kubernetes',
      id: 'two/vedette/vedette-agent',
    })
    assert.deepEqual(issuer.asked, [])
  },
)

test(
  'an issuer that cannot be read is said to be away, never a false proof, and read again later (needs openssl)',
  NEEDS,
  async (t) => {
    const { issuer, clock, register, ask, production } = await setUp(t)
    await register([production])
    issuer.break({ status: 500, body: '{}' })
    assert.equal(await ask(issuer.token()), 'issuer_away')
    issuer.break(null)
    assert.equal(await ask(issuer.token()), 'issuer_away', 'not asked again at once')
    await clock.advance(31_000)
    assert.notEqual(typeof (await ask(issuer.token())), 'string')
    issuer.rotate()
    await clock.advance(31_000)
    assert.notEqual(typeof (await ask(issuer.token())), 'string', 'a new key of the issuer is learned')
    await register([{ ...production, alias: 'untrusted', ca: undefined, serviceaccount: 'second' }])
    await clock.advance(31_000)
    assert.equal(
      await ask(issuer.token({ serviceaccount: 'second' })),
      'issuer_away',
      'its authority is not trusted',
    )
  },
)

test(
  'a registration is a diff: the same file changes nothing, and only prune removes (needs openssl)',
  NEEDS,
  async (t) => {
    const { issuer, store, register, ask, production, revoked } = await setUp(t)
    const dry = await register([production], { dry_run: true })
    assert.deepEqual([dry.added, await store.clusters.list('acme')], [['production-eu'], []])
    await register([production])
    const again = await register([production])
    assert.deepEqual([again.added, again.changed, again.unchanged], [[], [], ['production-eu']])
    const enrolled = await ask(issuer.token())
    const agent = typeof enrolled === 'string' ? '' : enrolled.agent
    const labelled = await register([{ ...production, labels: { env: 'stage' } }])
    assert.deepEqual([labelled.changed, revoked], [[{ alias: 'production-eu', fields: ['labels'] }], []])
    const second = { ...production, alias: 'production-us', serviceaccount: 'us' }
    assert.deepEqual((await register([second])).absent, ['production-eu'])
    assert.deepEqual((await register([second], { prune: true })).removed, ['production-eu'])
    assert.deepEqual(revoked, [agent], 'a pruned cluster loses its keys')
    assert.equal(await ask(issuer.token()), 'bad_proof')
  },
)

test('a file that would let in more than it says is refused by its field', () => {
  const parse = (clusters: readonly unknown[]) => {
    const parsed = registrationSchema.safeParse({ clusters })
    return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.slice(2).join('.'))
  }
  const issuer = 'https://issuer.invalid'
  assert.deepEqual(parse([{ alias: 'a', issuer }]), [])
  assert.deepEqual(parse([{ alias: 'a', issuer: 'http://issuer.invalid' }]), ['issuer'])
  assert.deepEqual(parse([{ alias: 'a' }]), ['issuer'])
  assert.deepEqual(parse([{ alias: 'a', issuer, jwks: { keys: [{ kty: 'oct', k: 'AA' }] } }]), ['jwks'])
  assert.deepEqual(
    parse([
      { alias: 'a', issuer },
      { alias: 'a', issuer, namespace: 'b' },
    ]),
    ['alias'],
  )
  assert.deepEqual(
    parse([
      { alias: 'a', issuer },
      { alias: 'b', issuer },
    ]),
    ['serviceaccount'],
  )
  assert.deepEqual(parse([{ alias: 'a', issuer, audience: 'any' }]), [''])
})
