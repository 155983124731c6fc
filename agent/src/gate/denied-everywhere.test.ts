import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { type CallContext, defineConnector, type Served, SourceError } from '@vedette/proto/connector'
import { OPERATIONS, toToolName } from '@vedette/proto/operations'
import { type DenyRule, parseDenyRules } from '@vedette/proto/policy'
import type { State } from '@vedette/proto/visibility'
import { formatSignature } from '@vedette/proto/wire'
import { z } from 'zod'
import { createHost, createInstance } from '../host/index.ts'
import { admitCall } from './admit.ts'
import { createNonceMemory } from './nonces.ts'
import { createKeyRing } from './signature.ts'
import { verifyCall } from './verify-call.ts'

const IDS = OPERATIONS.map(({ id }) => id)

// The same id as somebody may write it who hopes that it is not seen as the same.
const SPELLINGS: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  toToolName,
  (id) => id.replace(/./g, (letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)),
  (id) => id.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  (id) => [...id].join('\u200b'),
  (id) => ` ${id}\u00ad`,
  (id) => id.replaceAll('k', '\u212a').replaceAll('s', '\u017f'),
  (id) => id.replaceAll('e', 'e\u0301'),
]
// What a list may say to deny it.
const DENIALS: readonly ((id: string) => string)[] = [
  ...SPELLINGS,
  (id) => `${id.split('.')[0]}.*`,
  (id) => `${id.split('.').slice(0, -1).join('.')}.*`,
  () => '*',
]

// An agent that serves the whole catalogue from one vendor's server, which counts what it is asked.
async function setUp(t: TestContext) {
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo // listening on TCP
  const clock = createFakeClock()
  const ask = async (_client: unknown, _input: unknown, context: CallContext): Promise<never> => {
    context.vendorCall?.()
    await new Promise((resolve) => {
      request({ port, agent: false }, (reply) => reply.resume().on('end', resolve)).end()
    })
    throw new SourceError('upstream_failed', { status: 500 })
  }
  const serveAll: readonly Served<unknown>[] = OPERATIONS.map((operation) => ({
    operation: { ...operation, tier: 'read' as const, input: z.object({}) },
    leavesOutNamespaces: true,
    run: ask,
  }))
  const instance = createInstance(
    {
      instance: 'vendor',
      connector: defineConnector({
        id: 'vendor',
        title: 'Vendor',
        config: z.strictObject({}),
        connect: () => null,
        probe: async () => ({ health: 'up', scopes: [] }),
        operations: serveAll,
      }),
      config: {},
      secrets: [],
      expect: null,
      covers: [],
    },
    { clock, enableWrites: [] },
  )
  const host = createHost(clock, [instance])
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url')
  const keys = createKeyRing([{ kid: 'k', public_key: raw }])
  const nonces = createNonceMemory(clock)
  let number = 0

  // A call that a control plane in the wrong hands signs: what comes of it, run to its end where it may.
  async function call(
    rules: readonly DenyRule[],
    operation: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<readonly State[]> {
    number += 1
    const definition = OPERATIONS.find(({ id }) => id === operation)
    const message = {
      type: 'vedette.v1.call',
      call: `c${number}`,
      replica: 'r',
      agent: 'a',
      incarnation: 'i',
      operation,
      contract: definition?.contract ?? 1,
      instance: 'vendor',
      arguments: args,
      tier: 'read',
      principal: 'p',
      deadline: clock.now() + 1000,
      budget_ms: 1000,
      policy_hash: 'h',
      nonce: `n${number}`,
      issued_at: clock.now(),
      expires_at: clock.now() + 30_000,
    }
    const bytes = new TextEncoder().encode(JSON.stringify(message))
    const signature = sign(null, bytes, privateKey).toString('base64url')
    const facts = { clock, keys, nonces, agent: 'a', incarnation: 'i', policyHash: 'h' }
    const verdict = verifyCall(bytes, formatSignature({ kid: 'k', signature }), facts)
    if (verdict.kind !== 'accepted') return []
    const admission = admitCall(verdict.call, {
      rules,
      instances: host.instances,
      health: () => ({ health: 'up', since: 0, checked_at: 0, scopes: [], servers: [] }),
      isFresh: () => true,
      agentVersion: '0.1.0',
      labels: {},
      approvals: { now: 0, used: { claim: () => true } },
    })
    if (admission.kind === 'parts') return admission.parts.map(({ state }) => state)
    if (admission.kind === 'refused') return []
    const { served, narrowed } = admission
    const result = await host.run({
      instance,
      served,
      arguments: args,
      scopes: [],
      budgetMs: 1000,
      signal: new AbortController().signal,
      onVendorCall: () => {},
      ...(narrowed === undefined ? {} : { narrowed }),
    })
    return result.kind === 'answered' ? result.draft.parts.map(({ state }) => state) : []
  }
  return { call, requests: () => requests }
}

const deny = (rule: unknown) => parseDenyRules([rule], { origin: 'remote', knownIds: IDS })

test('no denied operation of the catalogue reaches the vendor, however the list or the call spells it', async (t) => {
  const { call, requests } = await setUp(t)
  let calls = 0
  for (const id of IDS) {
    for (const written of DENIALS) {
      calls += 1
      assert.deepEqual(await call(deny(written(id)), id), ['denied_by_policy'], `${written(id)} denies ${id}`)
    }
    for (const spelt of SPELLINGS) {
      calls += 1
      assert.deepEqual(await call(deny(id), spelt(id)), ['denied_by_policy'], `${id} called as ${spelt(id)}`)
    }
  }
  assert.equal(calls, IDS.length * (DENIALS.length + SPELLINGS.length))
  assert.equal(requests(), 0)
})

test('a generic operation does not reach the vendor for a kind whose typed operation is denied', async (t) => {
  const { call, requests } = await setUp(t)
  const kinds = { ConfigMap: 'configmaps', Pod: 'pods', NetworkPolicy: 'network_policies', Event: 'events' }
  for (const [kind, noun] of Object.entries(kinds))
    for (const verb of ['get', 'list'])
      for (const spelt of [kind, kind.toLowerCase(), kind.toUpperCase()])
        for (const operation of SPELLINGS.map((spell) => spell(`k8s.resources.${verb}`))) {
          const states = await call(deny(`k8s.${noun}.*`), operation, { kind: spelt })
          assert.deepEqual(states, ['denied_by_policy'], `${operation} ${spelt}`)
        }
  assert.equal(requests(), 0)
})

test('a namespace that is denied is not reached by asking for it, in any spelling', async (t) => {
  const { call, requests } = await setUp(t)
  const rules = deny({ deny: 'k8s.*', namespace: 'payments' })
  for (const id of IDS.filter((one) => one.startsWith('k8s.')))
    for (const namespace of ['payments', 'PAYMENTS', 'pay\u200bments', ' payments ', ['web', 'payments']])
      assert.deepEqual(await call(rules, id, { namespace }), ['denied_by_policy'], `${id} ${namespace}`)
  assert.equal(requests(), 0)
})

test('what is not denied does reach the vendor, or the tests above would prove nothing', async (t) => {
  const { call, requests } = await setUp(t)
  assert.deepEqual(await call(deny('db.*'), 'host.disks.list'), ['upstream_failed'])
  assert.deepEqual(await call(deny({ deny: 'k8s.*', namespace: 'a' }), 'k8s.pods.list'), [
    'upstream_failed',
    'denied_by_policy',
  ])
  assert.equal(requests(), 2)
})
