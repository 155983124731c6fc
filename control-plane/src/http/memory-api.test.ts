import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { NOW, principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp } from '../../testing/http.ts'
import { AuditError, type AuditFacts } from '../audit/index.ts'
import { createInvestigations } from '../investigations/index.ts'
import { createKnowledge } from '../knowledge/index.ts'
import { createStore } from '../store/index.ts'
import type { HttpAudit } from './api.ts'

async function start(t: TestContext, audit?: HttpAudit) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  await store.organisations.create('umbrella')
  const memory = {
    investigations: createInvestigations({ store, clock }),
    knowledge: createKnowledge({ store, clock }),
  }
  const server = await startHttp(t, {
    memory,
    ...(audit === undefined ? {} : { audit }),
    store: createFakeTokens({
      vdt_narrow: principal({ id: 'tok_3', families: ['k8s'] }),
      vdt_else: principal({ id: 'tok_4', organisation: 'umbrella' }),
    }),
  })
  t.after(async () => {
    memory.investigations.close()
    await memory.knowledge.close()
    await store.close()
  })
  const ask = async (path: string, body?: unknown, token = 'vdt_admin') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const reply = await fetch(new URL(path, server.url), { headers, ...sent })
    const text = await reply.text()
    const isJson = reply.headers.get('content-type')?.includes('json') === true
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      text,
      body: isJson ? JSON.parse(text) : null,
    }
  }
  const call = async (tool: string, args: object = {}) =>
    (await ask('/api/v1/call', { tool, arguments: args, client: 'command' })).body
  return { ask, call, memory }
}

test('calls of one client are one investigation, which is listed, read and filtered by what it did not see', async (t) => {
  const { ask, call, memory } = await start(t)
  await call('host_disks_list', { purpose: 'is the disk full' })
  await call('host_disks_list')
  const { body } = await ask('/api/v1/investigations')
  assert.deepEqual([body.investigations.length, body.limit, body.may_be_more], [1, 50, false])
  const [row] = body.investigations
  assert.deepEqual(
    [row.title, row.client, row.calls, row.partial, row.none, row.path],
    ['is the disk full', 'command', 2, 0, 0, `/investigations/${row.investigation}`],
  )
  assert.deepEqual((await ask('/api/v1/investigations?visibility=none')).body.investigations, [])
  await memory.investigations.record({
    principal: principal(),
    investigation: row.investigation,
    call: 'c_blind',
    tool: 'metrics_query',
    title: 'Metrics',
    purpose: null,
    arguments: {},
    visibility: 'none',
    error: 'no_visibility',
    took_ms: 1,
    sources: [],
  })
  const blind = await ask('/api/v1/investigations?visibility=none&limit=1')
  assert.equal(blind.body.investigations[0].none, 1)
  const { body: detail } = await ask(`/api/v1/investigations/${row.investigation}`, undefined, 'vdt_viewer')
  assert.deepEqual(
    detail.timeline.map((step: Record<string, unknown>) => [step['title'], step['visibility']]),
    [
      ['Disks of a host', 'full'],
      ['Disks of a host', 'full'],
      ['Metrics', 'none'],
    ],
  )
  const wrong = await ask('/api/v1/investigations?visibility=green')
  assert.deepEqual([wrong.status, wrong.body.error.field], [400, 'visibility'])
})

test('a person renames, notes, links, settles and concludes; the export says it, in Markdown', async (t) => {
  const { ask, call } = await start(t)
  const { investigation: id } = await call('get_context', { title: 'by a model' })
  await call('host_disks_list')
  const path = `/api/v1/investigations/${id}`
  const cited = (await ask(path)).body.timeline[0].call
  assert.equal((await ask(`${path}/rename`, { title: 'Disks of web-1' })).body.titled_by, 'person')
  await ask(`${path}/notes`, { text: 'seen before' })
  await ask(`${path}/links`, { to: 'ticket', url: 'https://tickets.test/OPS-1' })
  const refused = await ask(`${path}/hypotheses`, { text: 'full disk', state: 'confirmed' })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'evidence_required'])
  const settled = await ask(`${path}/hypotheses`, {
    text: 'full disk',
    state: 'ruled_out',
    evidence: [cited],
  })
  assert.deepEqual(
    [settled.body.hypotheses[0].state, settled.body.hypotheses[0].certainty],
    ['ruled_out', 'full'],
  )
  const done = await ask(`${path}/outcome`, { outcome: 'nothing was wrong' })
  assert.deepEqual(
    [done.body.title, done.body.outcome, done.body.notes[0].text, done.body.links[0].to],
    ['Disks of web-1', 'nothing was wrong', 'seen before', 'ticket'],
  )
  const renamed = await call('investigations_update', { title: 'by the model again' })
  assert.match(renamed.error.message, /a person wrote this/)
  const markdown = await ask(`${path}/export`)
  assert.equal(markdown.type, 'text/markdown; charset=utf-8')
  assert.match(markdown.text, /^# Disks of web-1\n/)
})

test('another organisation and a narrowed token meet the same answer as for an unknown id', async (t) => {
  const { ask, call } = await start(t)
  const { investigation: id } = await call('get_context')
  const unknown = await ask(`/api/v1/investigations/inv_${'x'.repeat(22)}`)
  assert.equal(unknown.status, 404)
  for (const token of ['vdt_else', 'vdt_narrow']) {
    assert.equal((await ask(`/api/v1/investigations/${id}`, undefined, token)).text, unknown.text)
    assert.equal((await ask(`/api/v1/investigations/${id}/export`, undefined, token)).text, unknown.text)
    assert.equal((await ask(`/api/v1/investigations/${id}/rename`, { title: 'x' }, token)).text, unknown.text)
    assert.deepEqual((await ask('/api/v1/investigations', undefined, token)).body.investigations, [])
  }
})

test('proposals are decided by an approver or admin, once a verdict', async (t) => {
  const { ask, call } = await start(t)
  const { proposal: id } = await call('knowledge_propose', { text: 'staging sleeps at night' })
  const listed = await ask('/api/v1/knowledge?state=proposed', undefined, 'vdt_viewer')
  assert.deepEqual([listed.body.may_decide, listed.body.knowledge[0].id], [false, id])
  const path = `/api/v1/knowledge/${id}/decision`
  assert.equal((await ask(path, { verdict: 'accept' }, 'vdt_viewer')).status, 403)
  assert.equal((await ask(path, { verdict: 'accept' }, 'vdt_else')).status, 404)
  const accepted = await ask(path, { verdict: 'accept' })
  assert.deepEqual([accepted.body.state, accepted.body.decided_by], ['accepted', 'tok_1'])
  assert.equal((await ask(path, { verdict: 'accept' })).status, 409)
  const own = await ask('/api/v1/knowledge', { kind: 'note', text: 'the on-call phone is in the drawer' })
  assert.deepEqual([own.body.state, own.body.author], ['accepted', 'person'])
  assert.equal((await ask('/api/v1/knowledge', { kind: 'note', text: 'x' }, 'vdt_viewer')).status, 403)
})

test('what is known here changes after its row, and not at all while the audit fails', async (t) => {
  const rows: (readonly [string, AuditFacts])[] = []
  const states: (string | undefined)[] = []
  let isAway = false
  const none = async () => assert.fail('nothing asks for this')
  const { ask, call, memory } = await start(t, {
    record: () => true,
    take: () => ({ written: Promise.resolve(true) }),
    async recordIntent(facts) {
      if (isAway) throw new AuditError()
      rows.push(['intent', facts])
      states.push((await memory.knowledge.notes(principal(), { limit: 1 }))[0]?.state)
      return { organisation: facts.organisation, id: `w1/${rows.length}`, action: facts.action }
    },
    recordOutcome: async (intent, facts) => void rows.push([intent.id, facts]),
    ...{ list: none, verify: none, volumes: none },
  })
  const { proposal: id } = await call('knowledge_propose', { text: 'staging sleeps at night' })
  const path = `/api/v1/knowledge/${id}/decision`
  isAway = true
  const refused = await ask(path, { verdict: 'accept' })
  assert.deepEqual([refused.status, refused.body.error.code], [503, 'audit_unavailable'])
  assert.equal((await ask('/api/v1/knowledge', { kind: 'note', text: 'lost' })).status, 503)
  isAway = false
  assert.deepEqual(
    (await memory.knowledge.notes(principal(), { limit: 9 })).map(({ text, state }) => [text, state]),
    [['staging sleeps at night', 'proposed']],
  )
  assert.equal((await ask(path, { verdict: 'reject' }, 'vdt_viewer')).status, 403)
  assert.equal((await ask(path, { verdict: 'reject' })).status, 200)
  assert.equal((await ask(path, { verdict: 'reject' })).status, 409)
  const own = await ask('/api/v1/knowledge', { kind: 'quirk', text: 'the lift is slow' })
  const facts = { organisation: 'acme', principal: 'tok_1' }
  const reject = { ...facts, action: 'knowledge.rejected' }
  const accept = { ...facts, action: 'knowledge.accepted' }
  assert.deepEqual(rows, [
    ['intent', { ...reject, arguments: { id } }],
    ['w1/1', { ...reject, call: id, outcome: ['done'] }],
    ['intent', { ...reject, arguments: { id } }],
    ['w1/3', { ...reject, outcome: ['refused', 'decided_already'] }],
    ['intent', { ...accept, arguments: { kind: 'quirk', text: 'the lift is slow' } }],
    ['w1/5', { ...accept, call: own.body.id, outcome: ['done'] }],
  ])
  assert.deepEqual(states, ['proposed', 'rejected', 'rejected'])
})
