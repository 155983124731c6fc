import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFakeFleet, NOW, principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp, WEB } from '../../testing/http.ts'
import { createActions } from '../approvals/index.ts'
import { createStore } from '../store/index.ts'

const ann = principal({ role: 'viewer' })
const bob = principal({ id: 'tok_2', role: 'viewer' })
const UNKNOWN = 'x'.repeat(22)

async function start(t: TestContext) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  t.after(() => store.close())
  await store.organisations.create('acme')
  // Every question to the store about an action: what a refusal costs is what its time tells.
  let finds = 0
  const counting = {
    ...store.actions,
    find: (organisation: string, id: string) => {
      finds += 1
      return store.actions.find(organisation, id)
    },
  }
  const fleet = createFakeFleet([WEB])
  const actions = createActions({
    store: { actions: counting, objectReads: store.objectReads },
    audit: {
      recordIntent: async (facts) => ({ organisation: facts.organisation, id: 'w/1', action: facts.action }),
      recordOutcome: async () => {},
      recordEvent: async () => {},
    },
    fleet,
    runPart: async () => ({ kind: 'gone', why: 'agent_offline' }),
    clock,
  })
  const tokens = createFakeTokens({ vdt_ann: ann, vdt_bob: bob })
  const { url } = await startHttp(t, { actions, clock, fleet, store: tokens })
  const ask = async (token: string, path: string, sent: RequestInit = {}) => {
    finds = 0
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...sent.headers,
    }
    const reply = await fetch(new URL(path, url), { ...sent, headers })
    return {
      status: reply.status,
      text: await reply.text(),
      finds,
      session: reply.headers.get('mcp-session-id'),
    }
  }
  const { id } = actions.collect().pending
  const part = {
    operation: 'alerts.silences.create',
    arguments: {},
    agent: 'id-web-1',
    agent_name: 'web-1',
    incarnation: 'i1',
    instance: 'host',
    tier: 'send',
    hash: 'h',
  } as const
  await actions.open({ principal: ann, id, tool: 'alerts_silences_create', arguments: {}, parts: [part] })
  return { ask, clock, id }
}

test('the handle of an action is 128 random bits, and to anybody but its requester it is an unknown one, at the same cost', async (t) => {
  const { ask, id } = await start(t)
  assert.match(id, /^pa_[\w-]{22}$/)
  const tool = (name: string, handle: string): RequestInit => ({
    method: 'POST',
    body: JSON.stringify({ tool: name, arguments: { id: handle }, interactive: true }),
  })
  const ways = [
    (token: string, handle: string) => ask(token, `/api/v1/actions/${handle}`),
    (token: string, handle: string) => ask(token, '/api/v1/call', tool('actions_get', handle)),
    (token: string, handle: string) => ask(token, '/api/v1/call', tool('actions_run', handle)),
    (token: string, handle: string) =>
      ask(token, `/api/v1/actions/${handle}/run`, { method: 'POST', body: '{"interactive":true}' }),
  ]
  for (const [n, way] of ways.entries()) {
    const stolen = await way('vdt_bob', id)
    const unknown = await way('vdt_bob', `pa_${UNKNOWN}`)
    assert.deepEqual(
      [stolen.status, stolen.text, stolen.finds],
      [unknown.status, unknown.text, unknown.finds],
      `way ${n}`,
    )
    assert.match(stolen.text, /unknown_action/)
    assert.equal(stolen.finds, 1)
  }
  assert.match((await ask('vdt_ann', `/api/v1/actions/${id}`)).text, /"state":"approval_pending"/)
})

test('the handle of an action is good for a quarter of an hour', async (t) => {
  const { ask, clock, id } = await start(t)
  clock.skew(15 * 60_000 + 1)
  assert.match((await ask('vdt_ann', `/api/v1/actions/${id}`)).text, /"state":"expired"/)
})

test('the id of a session is 128 random bits, and to another principal it is one that does not exist', async (t) => {
  const { ask } = await start(t)
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }
  const opened = await ask('vdt_ann', '/mcp', { method: 'POST', body: JSON.stringify(initialize) })
  assert.match(String(opened.session), /^[\w-]{22}$/)
  const list = (token: string, session: string) =>
    ask(token, '/mcp', {
      method: 'POST',
      headers: { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' }),
    })
  const stolen = await list('vdt_bob', String(opened.session))
  const unknown = await list('vdt_bob', UNKNOWN)
  assert.deepEqual([stolen.status, stolen.text], [unknown.status, unknown.text])
  assert.equal(stolen.status, 404)
  assert.equal((await list('vdt_ann', String(opened.session))).status, 200)
})
