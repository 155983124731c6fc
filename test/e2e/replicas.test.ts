import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually, startAlertmanager, startPostgres } from '@vedette/test/kit'
import { startLoki } from './loki.ts'
import { type Answer, ORGANISATION, send, startAgent, startStand, type Told, untilAgent } from './stand.ts'

const SILENCE = { matchers: [{ label: 'alertname', value: 'DiskFull' }], minutes: 20, comment: 'replaced' }

/** Rows of reads wait so long at most before they are written; the rest is for a busy machine. */
const WRITTEN_MS = 2_000

/** Three replicas over one PostgreSQL, and an agent that reads logs and may silence. */
async function startReplicas(t: TestContext) {
  const database = await startPostgres(t)
  const lines = Array.from({ length: 400 }, (_, n) => ({
    at: Date.now() - 60_000 - n * 1000,
    text: `payment ${n} refused ${'because '.repeat(20)}`,
  }))
  const [stand, manager, loki] = await Promise.all([
    startStand(t, undefined, { storeUrl: database.url }),
    startAlertmanager(t),
    startLoki(t, lines),
  ])
  const others = [await stand.startReplica(), await stand.startReplica()]
  await startAgent(t, stand, {
    machine: 'eu-1',
    connectors: [
      { connector: 'host' },
      { connector: 'loki', config: { url: loki } },
      { connector: 'prometheus', config: { url: manager.url, alertmanager: { url: manager.url } } },
    ],
    file: { writes: ['alerts.silences.create'] },
  })
  await untilAgent(stand, 'eu-1', { status: 'connected', health: { host: 'up', loki: 'up' } })
  const urls = [stand.url, ...others.map(({ url }) => url)]
  const facts = { organisation: ORGANISATION, mode: 'cautious', role: 'approver', name: 'second' } as const
  const { secret: second } = await stand.store.tokens.create(facts)
  const post = (replica: number, path: string, body: object, token = stand.token): Promise<Told> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return send(`${urls[replica]}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const call = async (replica: number, tool: string, args: object = {}): Promise<Answer> => {
    const told = await post(replica, 'call', { tool, arguments: args, interactive: true })
    assert.equal(told.status, 200, `${tool}: ${told.text}`)
    return told.body
  }
  const get = async (replica: number, path: string): Promise<Answer> => {
    const headers = { authorization: `Bearer ${stand.token}` }
    return (await send(`${urls[replica]}/api/v1/${path}`, { headers })).body
  }
  // A replica that has just started hears the agents within a report.
  for (const replica of urls.keys())
    await eventually(async () => (await call(replica, 'host_info', { host: 'eu-1' })).visibility === 'full', {
      timeoutMs: 20_000,
      everyMs: 200,
    })
  return { database, stand, urls, second, post, call, get }
}

test('one of three replicas is killed under load: no thread, approval, result or row of the audit is lost', async (t) => {
  const { stand, second, post, call, get } = await startReplicas(t)
  const { investigation } = await call(0, 'get_context')
  assert.match(investigation, /^inv_/)
  const asked = await call(0, 'alerts_silences_create', { ...SILENCE, investigation })
  assert.equal(asked.status, 'approval_pending', JSON.stringify(asked))
  const logs = { service: 'shop', view: 'lines', limit: 1000, investigation }
  const cut = await call(0, 'logs_search', logs)
  assert.equal(cut.cut.result.rows.lines, 400)

  const answered: { replica: number; purpose: string; at: number }[] = []
  const stop = new AbortController()
  const load = [0, 1, 2].map(async (replica) => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const purpose = `look ${replica}-${n}`
      const args = { host: 'eu-1', investigation, purpose }
      const told = await post(replica, 'call', { tool: 'host_info', arguments: args }).catch(() => null)
      if (told === null) return
      assert.equal(told.status, 200, told.text)
      assert.equal(told.body.visibility, 'full')
      answered.push({ replica, purpose, at: Date.now() })
      await wait(20)
    }
  })
  await wait(WRITTEN_MS + 1_000)
  const killed = Date.now()
  await stand.controlPlane.stop('SIGKILL')
  await wait(1_000)
  stop.abort()
  await Promise.all(load)
  assert.ok([1, 2].every((replica) => answered.some((one) => one.replica === replica && one.at > killed)))

  const owed = answered.filter(({ replica, at }) => replica !== 0 || at < killed - WRITTEN_MS)
  assert.ok(owed.some(({ replica }) => replica === 0))
  const purposes = await eventually(
    async () => {
      const thread = await get(1, `investigations/${investigation}`)
      const found = new Set(thread.timeline.map((step: { purpose: string }) => step.purpose))
      const lost = owed.filter(({ purpose }) => !found.has(purpose))
      assert.deepEqual(lost, [])
      return found
    },
    { timeoutMs: 10_000, everyMs: 200 },
  )
  assert.ok(purposes.size >= owed.length)

  const page = await call(2, 'results_page', { id: cut.cut.result.id, from: 399 })
  assert.equal(page.rows.length, 1)
  const id = String(asked.pending_action_id)
  const decided = await post(1, `actions/${id}/decision`, { verdict: 'approve' }, second)
  assert.equal(decided.body.state, 'approved', decided.text)
  const done = await post(2, `actions/${id}/run`, { interactive: true })
  assert.deepEqual([done.body.status, done.body.created], ['done', true], done.text)

  const rows = await stand.store.audit.search(ORGANISATION, { limit: 5_000 })
  const audited = rows.filter(({ kind, action }) => kind === 'call' && action === 'host_info')
  assert.ok(audited.length >= owed.length, `${audited.length} rows of ${owed.length} calls`)
  const verdict = await get(1, 'audit/verify')
  assert.equal(verdict.ok, true, JSON.stringify(verdict))
})

test('PostgreSQL stops: reads go on, writes refuse at once, and no replica is taken out', async (t) => {
  const { database, urls, call, post } = await startReplicas(t)
  await database.stop()
  const until = Date.now() + 5_000
  while (Date.now() < until)
    for (const replica of urls.keys()) {
      assert.equal((await call(replica, 'host_info', { host: 'eu-1' })).visibility, 'full')
      await wait(200)
    }
  const write = await post(1, 'call', {
    tool: 'alerts_silences_create',
    arguments: SILENCE,
    interactive: true,
  })
  assert.equal(write.body.pending_action_id, undefined, write.text)
  assert.equal(write.body.error?.code, 'unavailable', write.text)
  assert.doesNotMatch(write.text, /ECONNREFUSED|127\.0\.0\.1/)
  for (const url of urls) assert.equal((await send(`${url}/readyz`)).status, 200)
})
