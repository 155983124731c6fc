import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startAlertmanager } from '@vedette/test/kit'
import { type Answer, ORGANISATION, type Stand, send, startAgent, startStand, untilAgent } from './stand.ts'

const SILENCE = {
  matchers: [{ label: 'alertname', value: 'DiskFull' }],
  minutes: 20,
  comment: 'the disk is being replaced',
}

test('a silence is asked by one person, approved by another, and made once in a real Alertmanager', async (t) => {
  const stand = await startStand(t)
  const manager = await startAlertmanager(t)
  const connectors = [
    { connector: 'prometheus', config: { url: manager.url, alertmanager: { url: manager.url } } },
  ]
  const facts = { organisation: ORGANISATION, mode: 'cautious' } as const
  const asker = await stand.store.tokens.create({ ...facts, name: 'asker', role: 'viewer' })
  const approver = await stand.store.tokens.create({ ...facts, name: 'approver', role: 'approver' })
  const helper = await stand.store.tokens.create({ ...facts, name: 'helper', role: 'admin', delegated: true })
  const silences = async (): Promise<readonly Answer[]> => (await send(`${manager.url}/api/v2/silences`)).body

  // An agent whose values switch nothing on serves no write.
  await startAgent(t, stand, { machine: 'plain', connectors })
  await untilAgent(stand, 'plain', { status: 'connected' })
  const refused = await call(stand, asker.secret, { tool: 'alerts_silences_create', arguments: SILENCE })
  assert.equal(refused['pending_action_id'], undefined)
  assert.deepEqual(await silences(), [])

  await startAgent(t, stand, {
    machine: 'writing',
    connectors: connectors.map((one) => ({ ...one, instance: 'alerts' })),
    file: { writes: ['alerts.silences.create'] },
  })
  await untilAgent(stand, 'writing', { status: 'connected' })
  const asked = await eventually(
    async () => {
      const body = await call(stand, asker.secret, { tool: 'alerts_silences_create', arguments: SILENCE })
      if (body['status'] !== 'approval_pending') throw new Error(JSON.stringify(body).slice(0, 600))
      return body
    },
    { timeoutMs: 20_000, everyMs: 300 },
  )
  const id = String(asked['pending_action_id'])
  assert.deepEqual(asked['preview'], {
    created: false,
    id: null,
    starts_at: null,
    ends_at: null,
    alerts: [],
    alerts_total: 0,
  })

  for (const body of [
    await call(stand, helper.secret, { tool: 'alerts_silences_create', arguments: SILENCE }),
    await call(stand, asker.secret, {
      tool: 'alerts_silences_create',
      arguments: SILENCE,
      interactive: false,
    }),
  ])
    assert.equal(
      body['error']?.code,
      'unknown_tool',
      'neither a delegated token nor a call without a terminal',
    )

  assert.equal((await post(stand, approver.secret, `${id}/run`, { interactive: true })).status, 404)
  assert.equal((await post(stand, asker.secret, `${id}/decision`, { verdict: 'approve' })).status, 403)
  assert.deepEqual(await silences(), [])
  assert.equal(
    (await post(stand, approver.secret, `${id}/decision`, { verdict: 'approve' })).body.state,
    'approved',
  )
  const held = await post(stand, asker.secret, `${id}/run`, { interactive: false })
  assert.equal(held.body.status, 'approved', 'without a terminal an approved write goes on waiting')
  const done = await post(stand, asker.secret, `${id}/run`, { interactive: true })
  assert.deepEqual([done.body.status, done.body.created], ['done', true])
  assert.equal((await post(stand, asker.secret, `${id}/run`, { interactive: true })).body.status, 'done')
  const made = await silences()
  assert.deepEqual(
    made.map((one) => [one.id, one.createdBy, one.status.state]),
    [[done.body.id, 'vedette', 'active']],
  )
  const rows = await stand.store.audit.search(ORGANISATION, { limit: 500, call: id })
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'intent' || kind === 'outcome').map(({ kind }) => kind),
    ['outcome', 'intent'],
    'newest first',
  )
})

async function call(stand: Stand, token: string, body: object): Promise<Answer> {
  const told = await send(`${stand.url}/api/v1/call`, toPost(token, { interactive: true, ...body }))
  return told.body
}

function post(stand: Stand, token: string, path: string, body: object) {
  return send(`${stand.url}/api/v1/actions/${path}`, toPost(token, body))
}

function toPost(token: string, body: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(body) }
}
