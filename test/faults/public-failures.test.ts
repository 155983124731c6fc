import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { createFolder, ROOT } from '@vedette/test/kit'
import { type Chain, readRoutes, startChain, wordsOf } from './chain.ts'
import { judge } from './lab/judge.ts'
import { createRandom } from './lab/random.ts'
import { type Json, toRows } from './lab/reading.ts'
import { perform } from './lab/stage.ts'
import { createWire } from './lab/wire.ts'
import { createWorldSpec, type VendorFault, type WorldSpec } from './lab/world.ts'

const NOW = '2026-11-30T15:06:42.296Z'

type Server = Awaited<ReturnType<typeof createReplayServer>>

/** A Prometheus that a real agent probed well, with its Alertmanager. */
async function startPrometheus(t: TestContext): Promise<Readonly<{ server: Server; chain: Chain }>> {
  const server = await createReplayServer(readRoutes('prometheus', 'probe'))
  t.after(() => server.stop())
  const config = { url: server.url, alertmanager: { url: server.url } }
  const chain = await startChain(t, { now: NOW, connectors: [{ connector: 'prometheus', config }] })
  return { server, chain }
}

/** Nothing of a body is left, and nothing that could be taken for one. */
function assertNothingSaid(answer: Json, word: string): void {
  assert.equal(answer['visibility'], 'none')
  assert.deepEqual(wordsOf(answer), [word])
  for (const key of ['alerts', 'samples', 'results', 'total', 'untrusted', 'absent'])
    assert.equal(key in answer, false, `${key} stands in an answer in which nothing was read`)
}

test('an expired token is unauthorized and never an empty list', async (t) => {
  const { server, chain } = await startPrometheus(t)
  server.fail('http_401')
  assertNothingSaid(await chain.ask('alerts_active_list'), 'unauthorized')
})

test('a series that vanished is unproven and never 0', async (t) => {
  const { server, chain } = await startPrometheus(t)
  server.load(readRoutes('prometheus', 'query-unknown-metric'))
  const answer = await chain.ask('metrics_query', { expr: 'nosuch_metric' })
  assert.equal(answer['visibility'], 'partial')
  assert.deepEqual(wordsOf(answer), ['unproven'])
  assert.deepEqual(toRows(answer['samples']), [])
  assert.notEqual(answer['absent'], true)
})

test('a page of a log that was cut says so, and is never the whole log', async (t) => {
  const root = createFolder(t)
  for (const name of ['probe', 'info', 'load', 'logs-file'])
    cpSync(join(ROOT, 'connectors/host/fixtures', name, 'root'), root, { recursive: true })
  const config = { root, log_files: ['/var/log/app'] }
  const chain = await startChain(t, {
    now: '2026-05-01T10:00:00Z',
    connectors: [{ connector: 'host', config }],
  })
  const args = { file: '/var/log/app', from: '2026-05-01T09:00:00Z', to: '2026-05-01T10:00:00Z' }
  const whole = await chain.ask('host_logs_search', args)
  assert.equal(whole['visibility'], 'full')
  assert.equal(toRows(whole['lines']).length, 3)
  const page = await chain.ask('host_logs_search', { ...args, limit: 2 })
  assert.equal(page['visibility'], 'partial')
  assert.deepEqual(wordsOf(page), ['truncated'])
  assert.equal(toRows(page['lines']).length, 2)
})

test('the account that refuses is named in a sweep, and no count is made over it', async (t) => {
  const { world, answer } = await sweep(t, 'http_403')
  assert.equal(answer['visibility'], 'partial')
  const refused = world.agents.flatMap((agent) => agent.instances).filter((one) => one.fault === 'http_403')
  const coverage = answer['coverage'] as Readonly<{ missing: readonly Json[] }> // a partial answer has one
  const missing = coverage.missing.filter((row) => row['state'] === 'forbidden')
  assert.deepEqual(
    missing.map((row) => row['scope']),
    refused.map((one) => one.scope['account']),
  )
})

test('a probe that is green does not make calls that fail read as nothing', async (t) => {
  const { server, chain } = await startPrometheus(t)
  const green = readRoutes('prometheus', 'probe').map((route): Route => ({ ...route }))
  const refusing: readonly Route[] = ['/api/v1/rules', '/api/v2/alerts'].map((path) => ({
    path,
    status: 401,
    json: {},
  }))
  server.load([...green, ...refusing])
  assertNothingSaid(await chain.ask('alerts_active_list'), 'unauthorized')
})

test('a read of two halves of which one failed is partial, and what that half knows stays null', async (t) => {
  const { server, chain } = await startPrometheus(t)
  server.load(readRoutes('prometheus', 'alerts-without-manager'))
  const answer = await chain.ask('alerts_active_list')
  assert.equal(answer['visibility'], 'partial')
  assert.deepEqual(wordsOf(answer), ['forbidden', 'read'])
  const [alert] = toRows(answer['alerts'])
  assert.equal(alert?.['name'], 'TargetDown')
  for (const key of ['silenced_by', 'receivers', 'delivered']) assert.equal(alert?.[key] ?? null, null, key)
})

test('a login page with status 200 is unusable and never an empty list', async (t) => {
  const { server, chain } = await startPrometheus(t)
  server.fail('html')
  assertNothingSaid(await chain.ask('alerts_active_list'), 'unusable')
})

test('a partial response of Thanos is truncated, so that no sum over it claims to be whole', async (t) => {
  const { server, chain } = await startPrometheus(t)
  server.load(readRoutes('prometheus', 'query-thanos-partial'))
  const answer = await chain.ask('metrics_query', { expr: 'up' })
  assert.equal(answer['visibility'], 'partial')
  assert.deepEqual(wordsOf(answer), ['truncated'])
})

/** A sweep of accounts of which one has a fault; the laboratory judges the answer too. */
async function sweep(
  t: TestContext,
  fault: VendorFault,
): Promise<Readonly<{ world: WorldSpec; answer: Json }>> {
  const wire = await createWire()
  t.after(() => wire.close())
  const world = createSweep()
  const instance = world.agents.at(-1)?.instances[4]
  assert.ok(instance !== undefined)
  instance.fault = fault
  const question = { tool: 'cloud_security_groups_list', args: { account: 'all' }, mode: 'cautious' } as const
  const performance = await perform(world, question, { wire, random: createRandom(1) })
  assert.deepEqual(judge(world, question, performance).wrong, [])
  assert.ok(performance.result.kind === 'answer')
  return { world, answer: JSON.parse(performance.result.text) as Json }
}

function createSweep(): WorldSpec {
  for (let seed = 0; ; seed += 1) {
    const world = createWorldSpec(createRandom(seed))
    const clouds = world.agents.at(-1)
    const accounts = world.agents.flatMap((agent) => agent.instances).filter((one) => one.kind === 'aws')
    if (clouds?.name === 'clouds' && accounts.length === 12) return world
  }
}
