import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import test from 'node:test'
import { createFolder, eventually, isAlive } from '@vedette/test/kit'
import { openPage, readTable, signIn } from './browser.ts'
import { callsIn, tapBus, toldTo } from './bus-tap.ts'
import { restartAgent, type Stand, startAgent, startStand, TICK_MS, untilAgent } from './stand.ts'

const HOST = [{ connector: 'host' }]
// Three missed beats and half a tick, as 35 s are to a tick of 10 s.
const OFFLINE_MS = 3.5 * TICK_MS

test('a killed agent is offline after three missed beats, and its restart is served with no dispute', async (t) => {
  const stand = await startStand(t)
  const tap = await tapBus(t, stand)
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: HOST })
  const before = await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  agent.send('SIGKILL')
  await agent.exited
  const away = await untilAgent(stand, 'web-1', { status: 'offline' })
  const silence = away.since - away.last_seen
  assert.ok(silence >= 3 * TICK_MS - 100, `offline after ${silence} ms of silence`)
  t.diagnostic(`offline after ${silence} ms at a tick of ${TICK_MS} ms (to reach: ${OFFLINE_MS})`)

  const health = await stand.health()
  assert.deepEqual([health.no_agent_connected, health.agents], [true, { connected: 0, known: 1 }])
  assert.deepEqual(
    health.agents_not_connected.map(({ agent: name, status }: Record<string, string>) => [name, status]),
    [['web-1', 'offline']],
  )
  const mark = tap.length
  const answer = await stand.ask('host_disks_list')
  assert.deepEqual([answer.visibility, answer.error], ['none', 'cannot_ask'])
  assert.deepEqual(answer.missing, ['host.disks.list'])
  assert.equal(answer._sources.unread[0].state, 'agent_offline')
  assert.equal('disks' in answer, false)
  assert.deepEqual(toldTo(tap.slice(mark)), [])

  await restartAgent(t, agent)
  const back = await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  assert.equal(back.agent, before.agent)
  assert.notEqual(back.incarnation, before.incarnation)
  assert.equal((await stand.ask('host_disks_list')).visibility, 'full')
  assert.equal((await stand.health()).no_agent_connected, false)
  await assertNeverDisputed(stand, tap)
})

test('an agent that is killed and back before it was missed supersedes itself with no dispute', async (t) => {
  const stand = await startStand(t)
  const tap = await tapBus(t, stand)
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: HOST })
  const before = await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  agent.send('SIGKILL')
  await agent.exited
  const next = await restartAgent(t, agent)
  const back = await eventually(
    async () => {
      const view = await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
      return view.incarnation === before.incarnation ? undefined : view
    },
    { timeoutMs: 15_000 },
  )
  assert.equal(back.agent, before.agent)
  assert.equal((await stand.ask('host_disks_list')).visibility, 'full')
  await assertNeverDisputed(stand, tap)
  assert.equal(isAlive(next.pid), true)
})

test('after nats-server was killed and restarted everything is served again by itself', async (t) => {
  const stand = await startStand(t)
  const first = await startAgent(t, stand, { machine: 'web-1', connectors: HOST })
  const second = await startAgent(t, stand, { machine: 'web-2', connectors: HOST })
  const machines = ['web-1', 'web-2']
  const untilServed = () =>
    Promise.all(
      machines.map((name) => untilAgent(stand, name, { status: 'connected', health: { host: 'up' } })),
    )
  const before = await untilServed()
  await stand.nats().stop('SIGKILL')
  await eventually(async () => (await stand.fleet()).blind)
  const answer = await stand.ask('host_load_get')
  assert.equal(answer.visibility, 'none', JSON.stringify(answer))
  assert.equal('load1' in answer, false)
  await stand.startNats()
  const after = await untilServed()
  assert.deepEqual(
    after.map(({ incarnation }) => incarnation),
    before.map(({ incarnation }) => incarnation),
    'the same processes',
  )
  await eventually(async () => {
    const page = await stand.fleet()
    return !page.blind && page.knowledge === 'known'
  })
  // Each agent comes back within its own few seconds; until then an answer is partial, and says who is missing.
  const full = await eventually(
    async () => {
      const again = await stand.ask('host_load_get')
      return again.visibility === 'full' && again
    },
    { timeoutMs: 15_000 },
  )
  assert.equal(full._sources.total, 2)
  assert.deepEqual(
    [first, second, stand.controlPlane].map(({ pid }) => isAlive(pid)),
    [true, true, true],
  )
})

test('one agent id alive under two identities is disputed on both sides, and neither is asked', async (t) => {
  const stand = await startStand(t)
  const tap = await tapBus(t, stand)
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: HOST })
  const honest = await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const copy = createFolder(t)
  cpSync(agent.dataDir, copy, { recursive: true })
  await startAgent(t, stand, { machine: 'thief', connectors: HOST, dataDir: copy })
  const view = await untilAgent(stand, 'web-1', { status: 'disputed' })
  assert.equal(view.agent, honest.agent)
  assert.deepEqual(view.claimants.map(({ identity }) => identity.id).sort(), ['host-thief', 'host-web-1'])
  assert.equal((await stand.fleet()).agents.length, 1)
  const first = tap.find(({ text }) => text.includes('host-thief'))
  const wait = view.since - Number(first?.at)
  assert.ok(wait <= TICK_MS, `disputed ${wait} ms after the thief was first heard`)

  const health = await stand.health()
  assert.deepEqual(health.agents_not_connected[0].status, 'disputed')
  assert.equal(health.agents_not_connected[0].claimants, 2)
  const mark = tap.length
  const answer = await stand.ask('host_disks_list')
  assert.deepEqual([answer.visibility, answer.error], ['none', 'no_visibility'])
  const [source] = answer._sources.unread
  assert.deepEqual([source.state, source.why], ['unusable', 'duplicate_agent'])
  assert.equal('disks' in answer, false)
  await eventually(() => tap.slice(mark).filter(({ subject }) => subject.endsWith('.beat')).length >= 2)
  assert.deepEqual(callsIn(tap.slice(mark)), [])

  const row = await readFirstAgentRow(t, stand)
  assert.match(row, /disputed/)
  for (const host of ['host host-web-1', 'host host-thief']) assert.ok(row.includes(host), row)
})

// The text of the first agent on the Fleet page.
async function readFirstAgentRow(t: test.TestContext, stand: Stand): Promise<string> {
  const { page } = await openPage(t)
  await signIn(page, stand.url, { token: stand.token, path: '/fleet' })
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('1 agents', { exact: true }).waitFor()
  return (await readTable(page, 'Agents'))[0]?.join('\n') ?? ''
}

async function assertNeverDisputed(stand: Stand, tap: Awaited<ReturnType<typeof tapBus>>): Promise<void> {
  // Two more beats: a dispute would come with what the old process says after its order to stop.
  const mark = tap.length
  await eventually(() => tap.slice(mark).filter(({ subject }) => subject.endsWith('.beat')).length >= 2)
  const views = (await stand.fleet()).agents
  assert.deepEqual(
    views.map(({ status, claimants }) => [status, claimants.length]),
    [['connected', 0]],
  )
}
