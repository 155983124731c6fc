import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { agentSubject } from '@vedette/proto/wire'
import { createFolder, eventually } from '@vedette/test/kit'
import {
  ask,
  createCall,
  listenFor,
  publish,
  seal,
  startAgent,
  startWorld,
  untilServing,
} from './agent-harness.ts'
import { startVendor } from './agent-vendor.ts'

test('the key stays in a file of mode 0600, and a restart enrols no second time', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const dataDir = createFolder(t)
  const first = startAgent(t, world, { vendorUrl: vendor.url, dataDir })
  const before = await untilServing(world)
  first.stop()
  assert.deepEqual(await first.end, { reason: 'stopped' })
  assert.equal(statSync(join(dataDir, 'agent.nkey')).mode & 0o777, 0o600)
  assert.equal(statSync(join(dataDir, 'identity.json')).mode & 0o777, 0o600)
  const seed = readFileSync(join(dataDir, 'agent.nkey'), 'utf8')
  assert.match(seed, /^SU[A-Z2-7]{56}$/)
  assert.equal(first.lines.join('\n').includes(seed), false)
  assert.equal(readFileSync(join(dataDir, 'identity.json'), 'utf8').includes(seed), false)
  startAgent(t, world, { vendorUrl: vendor.url, dataDir })
  const after = await untilServing(world, world.reports.length)
  assert.deepEqual(world.requests, ['join_token'])
  assert.equal(after.agent, before.agent)
  assert.notEqual(after.incarnation, before.incarnation)
})

test('the wish to stop says goodbye first, finishes what runs and ends', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  vendor.behave('hang')
  const call = createCall(report, { budget_ms: 1000 })
  const heard = listenFor(world, call)
  publish(world, { agent: report.agent, what: 'call', ...seal(world, call) })
  await eventually(() => vendor.requests() === 1)
  agent.stop()
  await eventually(() => world.beats.at(-1)?.leaving === true)
  const late = await ask(world, createCall(report))
  assert.equal(late.header.parts?.[0]?.state, 'agent_offline')
  assert.equal((await heard.answer).header.parts?.[0]?.state, 'timed_out')
  assert.deepEqual(await agent.end, { reason: 'stopped' })
  assert.equal(world.beats.at(-1)?.leaving, true)
  assert.equal(vendor.requests(), 1)
})

test('a replaced incarnation stops without another word, and one for another incarnation goes on', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const stop = (incarnation: string, why: string) =>
    world.control.publish(
      agentSubject(report.agent, 'stop'),
      JSON.stringify({ type: 'vedette.v1.stop', incarnation, why }),
    )
  stop('another', 'superseded')
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  stop(report.incarnation, 'superseded')
  assert.deepEqual(await agent.end, { reason: 'superseded' })
  assert.equal(
    world.beats.some((beat) => beat.leaving === true),
    false,
  )
})

test('a revoked agent ends and says why', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const order = { type: 'vedette.v1.stop', incarnation: report.incarnation, why: 'revoked' }
  world.control.publish(agentSubject(report.agent, 'stop'), JSON.stringify(order))
  assert.deepEqual(await agent.end, { reason: 'refused', code: 'revoked' })
})

test('an agent whose join token is refused ends instead of asking for ever', async (t) => {
  const world = await startWorld(t)
  world.refuse = 'token_expired'
  const agent = startAgent(t, world, { vendorUrl: 'http://127.0.0.1:1' })
  assert.deepEqual(await agent.end, { reason: 'refused', code: 'token_expired' })
  assert.deepEqual(world.requests, ['join_token'])
})

test('after NATS was killed and is back the agent returns by itself and reports its whole state', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  await world.nats.stop('SIGKILL')
  await eventually(() => agent.lines.some((line) => line.startsWith('the bus is away')))
  const seen = world.reports.length
  await world.restartNats()
  const back = await untilServing(world, seen)
  assert.equal(back.incarnation, report.incarnation)
  assert.equal((await ask(world, createCall(back))).header.parts?.[0]?.state, 'read')
  assert.deepEqual(world.requests, ['join_token'])
  assert.equal(agent.lines.filter((line) => line.startsWith('the bus is away')).length, 1)
})

test('an agent that starts while NATS is away waits for it', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  await world.nats.stop('SIGKILL')
  const agent = startAgent(t, world, { vendorUrl: vendor.url, file: { tick_ms: 50 } })
  await eventually(() => agent.lines.some((line) => line.startsWith('the bus is away')))
  await world.restartNats()
  assert.equal((await untilServing(world)).agent, 'ag_1')
})

test('a stop while NATS is away ends the process all the same', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  await untilServing(world)
  await world.nats.stop('SIGKILL')
  await eventually(() => agent.lines.some((line) => line.startsWith('the bus is away')))
  agent.stop()
  assert.deepEqual(await agent.end, { reason: 'stopped' })
})

test('the credential is renewed at half of its life, and calls go on through it', async (t) => {
  const world = await startWorld(t, { jwtTtlMs: 4000 })
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  let calls = 0
  while (world.requests.filter((proof) => proof === 'renewal').length < 2) {
    assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  assert.equal(vendor.requests(), calls + 1)
  assert.equal(new Set(world.reports.map(({ incarnation }) => incarnation)).size, 1)
})

test('an agent that can keep nothing on its disk enrols, serves and renews all the same, and says so', async (t) => {
  const world = await startWorld(t, { jwtTtlMs: 4000 })
  const vendor = await startVendor(t)
  // A folder cannot be made below a file.
  const file = join(createFolder(t), 'file')
  writeFileSync(file, '')
  const agent = startAgent(t, world, { vendorUrl: vendor.url, dataDir: join(file, 'data') })
  const report = await untilServing(world)
  await eventually(() => world.requests.includes('renewal'))
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  assert.ok(agent.lines.some((line) => line.includes('not_kept')))
  assert.deepEqual(readFileSync(file, 'utf8'), '')
})

test('an agent that was down while its credential expired renews it by its own key', async (t) => {
  const world = await startWorld(t, { jwtTtlMs: 1000 })
  const vendor = await startVendor(t)
  const dataDir = createFolder(t)
  const first = startAgent(t, world, { vendorUrl: vendor.url, dataDir })
  const before = await untilServing(world)
  first.stop()
  await first.end
  const expires = JSON.parse(
    Buffer.from(
      JSON.parse(readFileSync(join(dataDir, 'identity.json'), 'utf8')).jwt.split('.')[1],
      'base64url',
    ).toString(),
  ).exp
  await eventually(() => Date.now() / 1000 > expires + 1)
  const seen = world.requests.length
  startAgent(t, world, { vendorUrl: vendor.url, dataDir })
  const after = await untilServing(world, world.reports.length)
  assert.equal(after.agent, before.agent)
  assert.equal(world.requests[seen], 'renewal')
})

test('a deaf agent says nothing, and comes back with a credential that lets it hear', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  // The JWT allows another agent's subjects: every subscription of this one is refused.
  world.permissionsOf = () => 'ag_other'
  const agent = startAgent(t, world, { vendorUrl: vendor.url })
  await eventually(() => agent.lines.some((line) => line.startsWith('the bus refused a subject')))
  assert.deepEqual(world.reports, [])
  assert.deepEqual(world.beats, [])
  world.permissionsOf = (id) => id
  assert.equal((await untilServing(world)).agent, 'ag_1')
})

test('a connector without its secret is reported, and one that is not listed too', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const missing = join(world.folder, 'token')
  const config = { url: vendor.url, token: { file: missing } }
  startAgent(t, world, { vendorUrl: vendor.url, file: { connectors: [{ connector: 'vendor', config }] } })
  const report = await eventually(() =>
    world.reports.findLast((one) => one.connectors[0]?.reason !== undefined),
  )
  assert.deepEqual(
    [report.connectors[0]?.health, report.connectors[0]?.reason],
    ['not_configured', 'secret_key_missing'],
  )
  const refused = await ask(world, createCall(report))
  assert.deepEqual(
    [refused.header.parts?.[0]?.state, refused.header.parts?.[0]?.reason],
    ['not_configured', 'secret_key_missing'],
  )
  const other = await startWorld(t)
  startAgent(t, other, { vendorUrl: vendor.url, file: { connectors: [] } })
  const bare = await eventually(() => other.reports.at(-1))
  assert.deepEqual(
    bare.connectors.map(({ instance, health, reason }) => [instance, health, reason]),
    [['vendor', 'not_configured', 'not_requested']],
  )
})

test('a scope that the credential does not prove is not served as another', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const connectors = [{ connector: 'vendor', config: { url: vendor.url }, expect: { backend: 'vendor-2' } }]
  startAgent(t, world, { vendorUrl: vendor.url, file: { connectors } })
  const report = await eventually(() =>
    world.reports.findLast((one) => one.connectors[0]?.code === 'scope_mismatch'),
  )
  assert.equal(report.connectors[0]?.health, 'down')
  const { header } = await ask(world, createCall(report))
  assert.deepEqual([header.parts?.[0]?.state, header.parts?.[0]?.why], ['unusable', 'scope_mismatch'])
  assert.equal(vendor.requests(), 0)
})

for (const hours of [24, -24]) {
  test(`an agent whose clock is ${hours} h off stays alive, and each call says by how much`, async (t) => {
    const world = await startWorld(t)
    const vendor = await startVendor(t)
    const clock = { ...systemClock, now: () => systemClock.now() + hours * 3_600_000 }
    startAgent(t, world, { vendorUrl: vendor.url, clock })
    const report = await untilServing(world)
    assert.ok(Math.abs(report.sent_at - Date.now() - hours * 3_600_000) < 60_000)
    const { header } = await ask(world, createCall(report))
    const [part] = header.parts ?? []
    assert.deepEqual([part?.state, part?.why], ['unusable', 'clock_skew'])
    assert.ok(Math.abs(Number(part?.skew_ms) - hours * 3_600_000) < 60_000)
    const beats = world.beats.length
    await eventually(() => world.beats.length > beats + 10)
    assert.deepEqual(world.requests, ['join_token'])
    assert.equal(vendor.requests(), 0)
  })
}
