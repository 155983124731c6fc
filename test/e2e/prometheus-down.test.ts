import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { eventually, startPrometheus } from '@vedette/test/kit'
import { callsIn, tapBus, toldTo } from './bus-tap.ts'
import { callTool, connectClient, ERAS, listNames } from './mcp-client.ts'
import { type Answer, ORGANISATION, type Stand, startAgent, startStand, untilAgent } from './stand.ts'

async function setUp(t: TestContext) {
  const [stand, prometheus] = await Promise.all([startStand(t), startPrometheus(t)])
  const connectors = [{ connector: 'host' }, { connector: 'prometheus', config: { url: prometheus.url } }]
  await startAgent(t, stand, { machine: 'web-1', connectors })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'up' } })
  return { stand, prometheus, tap: await tapBus(t, stand) }
}

// A list is fixed per session, and without sessions per principal: each look is by a new one of either.
async function listAnew(t: TestContext, stand: Stand): Promise<readonly (readonly string[])[]> {
  const facts = { organisation: ORGANISATION, name: 'new', mode: 'cautious', role: 'viewer' } as const
  const { secret: token } = await stand.store.tokens.create(facts)
  return Promise.all(ERAS.map(async (era) => listNames(await connectClient(t, { ...stand, token }, era))))
}

const isOfMetrics = (name: string) => name.startsWith('metrics_')

function assertNothingSeen(answer: Answer, states: readonly string[]): void {
  assert.equal(answer.visibility, 'none', JSON.stringify(answer))
  assert.equal(answer.error, 'no_visibility')
  assert.equal(answer._sources.unread.length, 1)
  assert.ok(states.includes(answer._sources.unread[0].state), JSON.stringify(answer._sources))
  for (const key of ['samples', 'total', 'result', 'ran', 'untrusted', 'results'])
    assert.equal(key in answer, false, `${key} is a part of a body`)
}

test('a killed Prometheus ends its call blind, goes down, loses its tools without a call, and comes back', async (t) => {
  const { stand, prometheus, tap } = await setUp(t)
  const before = await connectClient(t, stand, 'legacy')
  for (const names of await listAnew(t, stand)) assert.ok(names.filter(isOfMetrics).length >= 10)

  prometheus.send('SIGSTOP')
  const inFlight = stand.ask('metrics_query', { expr: 'up' })
  await eventually(() => callsIn(tap).length === 1)
  prometheus.send('SIGKILL')
  assertNothingSeen(await inFlight, ['upstream_failed', 'timed_out'])

  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'down' } })
  const health = await stand.health()
  const [worst] = health.connectors
  assert.deepEqual([worst.connector, worst.health, worst.reason], ['prometheus', 'down', 'upstream_failed'])
  assert.equal(health.fleet_verdict, 'degraded')
  for (const names of await listAnew(t, stand)) {
    assert.deepEqual(names.filter(isOfMetrics), [])
    assert.ok(names.includes('host_disks_list'))
  }

  const mark = tap.length
  const refused = [(await callTool(before, 'metrics_query', { expr: 'up' })).body]
  for (const era of ERAS)
    refused.push((await callTool(await connectClient(t, stand, era), 'metrics_query', { expr: 'up' })).body)
  refused.push(await stand.ask('metrics_query', { expr: 'up' }))
  for (const answer of refused) {
    assert.equal(answer.visibility, 'none', JSON.stringify(answer))
    assert.equal(answer.error.code, 'cannot_ask')
    assert.match(answer.error.message, /metrics\.query/)
    assert.equal(answer._sources.unread[0].state, 'connector_down')
    assert.equal('samples' in answer, false)
  }
  // The account is heard whole, and what was published before this beat has been heard.
  await eventually(() => tap.slice(mark).some(({ subject }) => subject.endsWith('.beat')))
  assert.deepEqual(toldTo(tap.slice(mark)), [])

  const { port, folder } = prometheus
  await startPrometheus(t, { port, folder })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { prometheus: 'up' } })
  for (const names of await listAnew(t, stand)) assert.ok(names.includes('metrics_query'))
  assert.equal((await stand.ask('metrics_query', { expr: 'up' })).visibility, 'full')
})

test('a call to a Prometheus that stands still ends at its deadline, and nothing is made of it', async (t) => {
  const { stand, prometheus } = await setUp(t)
  prometheus.send('SIGSTOP')
  const answer = await stand.ask('metrics_query', { expr: 'up' })
  assertNothingSeen(answer, ['timed_out'])
  assert.deepEqual(answer.asked.expr, 'up')
})
