import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { eventually, startAlertmanager, startPostgres } from '@vedette/test/kit'
import { startLoki } from './loki.ts'
import { type Answer, ORGANISATION, send, startAgent, startStand, type Told, untilAgent } from './stand.ts'

const HOST = { host: 'eu-1' }
const LINES = { service: 'shop', view: 'lines', limit: 1000 }
const SILENCE = { matchers: [{ label: 'alertname', value: 'DiskFull' }], minutes: 20, comment: 'replaced' }

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
    await eventually(async () => (await call(replica, 'host_info', HOST)).visibility === 'full', {
      timeoutMs: 20_000,
      everyMs: 200,
    })
  return { database, stand, urls, second, post, call, get }
}

/** An answer as a client has it: the question's purpose, and the thread and result set that the answer named. */
type Received = ReturnType<typeof toAsking> &
  ReturnType<typeof toNamed> & { readonly replica: number; readonly isAfter: boolean }

/** Reads in one thread, with now and then a thread of its own and an answer that is cut. */
function toAsking({ replica, n, investigation }: Readonly<Record<'replica' | 'n', number>> & Told['body']) {
  const purpose = `look ${replica}-${n}`
  if (n % 10 === 4)
    return {
      purpose,
      isStep: false,
      call: { tool: 'get_context', arguments: { purpose }, client: `client-${replica}-${n}` },
    }
  const own =
    n % 10 === 8 ? { tool: 'logs_search', arguments: LINES } : { tool: 'host_info', arguments: HOST }
  return {
    purpose,
    isStep: true,
    call: { ...own, arguments: { ...own.arguments, investigation, purpose } },
  }
}

function toNamed(body: Answer): Readonly<{ thread?: string; set?: string }> {
  return {
    ...(body.investigation === undefined ? {} : { thread: body.investigation }),
    ...(body.cut?.result === undefined ? {} : { set: body.cut.result.id }),
  }
}

test('one of three replicas is killed under load: no thread, approval, result or row of the audit is lost', async (t) => {
  const { stand, second, post, call, get } = await startReplicas(t)
  const { investigation } = await call(0, 'get_context')
  assert.match(investigation, /^inv_/)
  const asked = await call(0, 'alerts_silences_create', { ...SILENCE, investigation })
  assert.equal(asked.status, 'approval_pending', JSON.stringify(asked))
  const cut = await call(0, 'logs_search', { ...LINES, investigation })
  assert.equal(cut.cut.result.rows.lines, 400)

  const received: Received[] = []
  let isKilled = false
  const stop = new AbortController()
  const load = [0, 1, 2].map(async (replica) => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      const asking = toAsking({ replica, n, investigation })
      const told = await post(replica, 'call', asking.call).catch(() => null)
      if (told === null) return
      assert.equal(told.status, 200, told.text)
      assert.equal(told.body.visibility, 'full', told.text)
      assert.equal(told.body.audit, undefined, told.text)
      received.push({ ...asking, replica, isAfter: isKilled, ...toNamed(told.body) })
      await wait(2)
    }
  })
  const of = (replica: number) => received.filter((one) => one.replica === replica)
  await eventually(async () => [0, 1, 2].every((replica) => of(replica).length >= 40))
  await stand.controlPlane.stop('SIGKILL')
  isKilled = true
  await eventually(async () => [1, 2].every((replica) => of(replica).some(({ isAfter }) => isAfter)))
  stop.abort()
  await Promise.all(load)

  // What anybody was told before the kill is there after it, and so is all that it named.
  const rows = await stand.store.audit.search(ORGANISATION, { limit: 100_000, kind: 'call' })
  const audited = new Set(rows.map(({ body }) => JSON.parse(body).purpose))
  assert.deepEqual(
    received.filter(({ purpose }) => !audited.has(purpose)),
    [],
  )
  const thread = await get(1, `investigations/${investigation}`)
  const steps = new Set(thread.timeline.map((step: { purpose: string }) => step.purpose))
  assert.deepEqual(
    received.filter(({ isStep, purpose }) => isStep && !steps.has(purpose)),
    [],
  )
  const threads = of(0).flatMap((one) => one.thread ?? [])
  const sets = of(0).flatMap((one) => one.set ?? [])
  assert.ok(threads.length >= 2 && sets.length >= 2, `${threads.length} threads, ${sets.length} sets`)
  for (const id of threads) assert.equal((await get(2, `investigations/${id}`)).investigation, id)
  for (const id of sets)
    assert.equal((await call(1, 'results_page', { id, from: 399 })).rows.length, 1, `set ${id}`)

  const page = await call(2, 'results_page', { id: cut.cut.result.id, from: 399 })
  assert.equal(page.rows.length, 1)
  const id = String(asked.pending_action_id)
  const decided = await post(1, `actions/${id}/decision`, { verdict: 'approve' }, second)
  assert.equal(decided.body.state, 'approved', decided.text)
  const done = await post(2, `actions/${id}/run`, { interactive: true })
  assert.deepEqual([done.body.status, done.body.created], ['done', true], done.text)

  const verdict = await get(1, 'audit/verify')
  assert.equal(verdict.ok, true, JSON.stringify(verdict))
})

test('PostgreSQL stops: reads go on, writes refuse at once, and no replica is taken out', async (t) => {
  const { database, urls, call, post } = await startReplicas(t)
  await database.stop()
  const until = Date.now() + 5_000
  while (Date.now() < until)
    for (const replica of urls.keys()) {
      const answer = await call(replica, 'host_info', HOST)
      assert.deepEqual([answer.visibility, answer.audit?.state], ['full', 'waiting'])
      await wait(200)
    }
  const write = await post(1, 'call', {
    tool: 'alerts_silences_create',
    arguments: SILENCE,
    interactive: true,
  })
  assert.equal(write.body.pending_action_id, undefined, write.text)
  assert.equal(write.body.error?.code, 'audit_unavailable', write.text)
  assert.doesNotMatch(write.text, /ECONNREFUSED|127\.0\.0\.1/)
  for (const url of urls) assert.equal((await send(`${url}/readyz`)).status, 200)
})
