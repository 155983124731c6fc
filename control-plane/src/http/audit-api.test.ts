import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp } from '../../testing/http.ts'
import { AuditError, createAudit, createAuditReader } from '../audit/index.ts'
import { createOperator, createSigner, toSigningKeys } from '../identity/index.ts'
import { createStore } from '../store/index.ts'

const operator = await createOperator({ organisations: ['acme'], now: 1 })

async function start(t: TestContext) {
  const clock = systemClock
  const store = await createStore({ url: 'sqlite::memory:', clock: systemClock })
  const audit = createAudit({ store, writer: 'w1', clock, sign: createSigner(operator) })
  const keys = () => toSigningKeys(operator)
  const reader = createAuditReader({ store, flush: audit.flush, keys })
  const narrowed = principal({ id: 'tok_3', families: ['k8s'] })
  const elsewhere = principal({ id: 'tok_4', organisation: 'umbrella' })
  const server = await startHttp(t, {
    audit: { ...audit, ...reader, volumes: store.audit.volumes },
    store: createFakeTokens({ vdt_narrow: narrowed, vdt_else: elsewhere }),
  })
  t.after(async () => {
    await audit.close()
    await store.close()
  })
  const ask = async (path: string, token = 'vdt_viewer', init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(new URL(path, server.url), { ...init, headers })
    return { status: reply.status, body: JSON.parse(await reply.text()) }
  }
  return { ask, audit, store }
}

const facts = (action: string) =>
  ({ organisation: 'acme', principal: 'tok_1', action, agent: 'ag_1', instance: 'prom', bytes: 700 }) as const

test('rows are listed within the organisation, filtered, the newest first', async (t) => {
  const { ask, audit } = await start(t)
  audit.record('operation', { ...facts('metrics.query'), outcome: ['read'], sha256: 'ab' })
  audit.record('operation', { ...facts('k8s.pods.list'), outcome: ['timed_out'] })
  const { body } = await ask('/api/v1/audit')
  assert.deepEqual(
    body.rows.map(({ kind, action, seq }: { kind: string; action: string; seq: number }) => [
      seq,
      kind,
      action,
    ]),
    [
      [3, 'operation', 'k8s.pods.list'],
      [2, 'operation', 'metrics.query'],
      [1, 'start', 'audit.start'],
    ],
  )
  const one = await ask('/api/v1/audit?action=metrics.query&limit=1')
  assert.deepEqual(
    [one.body.rows.length, one.body.rows[0].outcome, one.body.may_be_more],
    [1, ['read'], true],
  )
  assert.deepEqual((await ask('/api/v1/audit', 'vdt_else')).body.rows, [])
  assert.equal((await ask('/api/v1/audit', 'vdt_narrow')).status, 403)
  assert.equal((await ask('/api/v1/audit?limit=0')).body.error.field, 'limit')
  assert.equal((await ask('/api/v1/audit?organisation=umbrella')).body.error.field, 'organisation')
})

test('verify says that the chains are whole, and names the chain that is not', async (t) => {
  const { ask, audit, store } = await start(t)
  audit.record('operation', facts('metrics.query'))
  const whole = await ask('/api/v1/audit/verify')
  assert.deepEqual([whole.body.ok, whole.body.rows], [true, 2])
  const [last] = await store.audit.search('acme', { limit: 1 })
  assert.ok(last !== undefined)
  await store.audit.append([{ ...last, seq: 3 }], [])
  const broken = await ask('/api/v1/audit/verify')
  assert.deepEqual([broken.body.ok, broken.body.chains[0].broken], [false, { seq: 3, fault: 'edited' }])
})

test('a token is made between its intent and its outcome, and neither row holds the secret', async (t) => {
  const { ask } = await start(t)
  const body = JSON.stringify({ name: 'laptop', mode: 'cautious', role: 'viewer' })
  const made = await ask('/api/v1/tokens', 'vdt_admin', { method: 'POST', body })
  const { rows } = (await ask('/api/v1/audit?action=token.created')).body
  assert.deepEqual(
    rows.map((row: { kind: string; outcome?: string[]; call?: string }) => [row.kind, row.outcome, row.call]),
    [
      ['outcome', ['done'], 'tok_new'],
      ['intent', undefined, undefined],
    ],
  )
  assert.equal(rows[1].arguments.name, 'laptop')
  assert.equal(rows[0].intent, `w1/${rows[1].seq}`)
  assert.equal(JSON.stringify(rows).includes(made.body.secret), false)
})

test('what cannot be recorded does not happen: no token is made while the audit fails', async (t) => {
  const tokens = createFakeTokens()
  const fail = async () => Promise.reject(new AuditError())
  const { url } = await startHttp(t, {
    store: tokens,
    audit: {
      record: () => false,
      take: () => null,
      recordIntent: fail,
      recordOutcome: fail,
      list: fail,
      verify: fail,
      volumes: async () => [],
    },
  })
  const reply = await fetch(new URL('/api/v1/tokens', url), {
    method: 'POST',
    headers: { authorization: 'Bearer vdt_admin', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', mode: 'cautious', role: 'viewer' }),
  })
  assert.equal(reply.status, 503)
  assert.equal(await tokens.tokens.verify('vdt_new'), null)
})

test('a refused sign-in and a role that is too low leave rows; a flood leaves a count', async (t) => {
  const { ask, audit, store } = await start(t)
  for (let at = 0; at < 30; at += 1) assert.equal((await ask('/api/v1/whoami', 'vdt_wrong')).status, 401)
  await audit.flush()
  const refused = await store.audit.search('-', { action: 'auth.refused', limit: 100 })
  assert.equal(refused.length, 20)
  assert.deepEqual(JSON.parse(refused[0]?.body ?? '{}').outcome, ['token_invalid'])
  assert.equal(JSON.stringify(refused).includes('vdt_wrong'), false)
})

test('the fleet tells the bytes of each instance and day', async (t) => {
  const { ask, audit } = await start(t)
  audit.record('operation', facts('metrics.query'))
  audit.record('operation', { ...facts('metrics.query'), bytes: 300 })
  await audit.flush()
  const { sent } = (await ask('/api/v1/fleet')).body
  const days = new Set(sent.map(({ day }: { day: string }) => day))
  assert.ok(days.has(new Date(systemClock.now()).toISOString().slice(0, 10)))
  const total = (key: string) =>
    sent.reduce((sum: number, one: Record<string, number>) => sum + (one[key] ?? 0), 0)
  assert.deepEqual([total('calls'), total('bytes')], [2, 1000])
  assert.deepEqual([sent[0].agent, sent[0].instance], ['ag_1', 'prom'])
  assert.deepEqual((await ask('/api/v1/fleet', 'vdt_else')).body.sent, [])
})
