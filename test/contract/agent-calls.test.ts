import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { agentSubject, replySchema } from '@vedette/proto/wire'
import { eventually } from '@vedette/test/kit'
import {
  ask,
  createCall,
  listenFor,
  ping,
  publish,
  seal,
  startAgent,
  startWorld,
  untilServing,
} from './agent-harness.ts'
import { startVendor } from './agent-vendor.ts'

test('an agent enrols through the lobby, reports what it serves, and answers a signed call', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  assert.deepEqual(world.requests, ['join_token'])
  assert.equal(report.agent, 'ag_1')
  assert.deepEqual(report.identity, { kind: 'host', id: 'host-of-the-tests' })
  assert.deepEqual(
    report.connectors.map(({ instance, health, operations, scopes }) => [
      instance,
      health,
      operations.map(({ id }) => id),
      scopes,
    ]),
    [['vendor', 'up', ['probe.items.list', 'host.disks.list'], [{ backend: 'vendor-1' }]]],
  )
  ping(world, 'nonce-1')
  await eventually(() => world.beats.at(-1)?.pings['replica-1'] === 'nonce-1')
  const { header, body } = await ask(world, createCall(report, { arguments: { count: 2 } }))
  const parsed = replySchema.parse(header)
  assert.ok(parsed.outcome === 'answered')
  assert.deepEqual(JSON.parse(body ?? ''), {
    items: [
      { id: 0, text: 'xxxx' },
      { id: 1, text: 'xxxx' },
    ],
  })
  assert.equal(parsed.parts[0]?.state, 'read')
  assert.deepEqual(parsed.parts[0]?.scope, { backend: 'vendor-1' })
  assert.equal(parsed.query, 'all items')
  assert.equal(parsed.vendor_calls, 1)
})

test('sequences of beats and reports rise by one, and beats repeat the digest of the report', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  await untilServing(world)
  await eventually(() => world.beats.length >= 5)
  const numbers = [...world.beats, ...world.reports].map((one) => one.sequence).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from(numbers, (_, at) => at + 1),
  )
  await eventually(() => world.beats.some(({ digest }) => digest === world.reports.at(-1)?.digest))
})

test('replayed, altered, misdirected, expired and foreign calls never reach the vendor', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const first = createCall(report)
  const sealed = seal(world, first)
  const heard = listenFor(world, first)
  publish(world, { agent: report.agent, what: 'call', ...sealed })
  await heard.answer
  assert.equal(vendor.requests(), 1)
  // Silence is what is asserted: a call that comes back afterwards proves that those before it were judged.
  for (let again = 0; again < 50; again += 1) publish(world, { agent: report.agent, what: 'call', ...sealed })
  for (let bit = 0; bit < 64; bit += 1) {
    const flipped = seal(world, createCall(report))
    const at = Math.floor((bit / 64) * flipped.bytes.length)
    flipped.bytes[at] = (flipped.bytes[at] ?? 0) ^ (1 << (bit % 8))
    publish(world, { agent: report.agent, what: 'call', ...flipped })
  }
  const now = Date.now()
  const refused: readonly (readonly [string, string | null, Parameters<typeof createCall>[1]])[] = [
    ['another agent', null, { agent: 'ag_2' }],
    ['another incarnation', 'bad_signature', { incarnation: randomUUID() }],
    ['expired', 'clock_skew', { issued_at: now - 120_000, expires_at: now - 90_000 }],
    ['from the future', 'clock_skew', { issued_at: now + 90_000, expires_at: now + 120_000 }],
    ['valid for too long', 'clock_skew', { issued_at: now, expires_at: now + 3_600_000 }],
    ['another policy', 'policy_mismatch', { policy_hash: 'f'.repeat(64) }],
  ]
  for (const [what, why, changes] of refused) {
    const call = createCall(report, changes)
    const reply = listenFor(world, call)
    publish(world, { agent: report.agent, what: 'call', ...seal(world, call) })
    if (why === null) continue
    const { header, body } = await reply.answer
    assert.deepEqual([header.parts?.[0]?.state, header.parts?.[0]?.why], ['unusable', why], what)
    assert.equal(body, null)
  }
  publish(world, {
    agent: report.agent,
    what: 'call',
    bytes: seal(world, createCall(report)).bytes,
    signature: '',
  })
  publish(world, {
    agent: report.agent,
    what: 'call',
    bytes: new TextEncoder().encode('{'),
    signature: world.sign(new TextEncoder().encode('{')),
  })
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  assert.equal(vendor.requests(), 2)
})

test('denied operations never reach the vendor, in any spelling, and their rule is named', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, {
    vendorUrl: vendor.url,
    file: { deny: [{ id: 'no-disks', deny: 'host.disks.list' }] },
  })
  const report = await untilServing(world)
  assert.deepEqual(report.connectors[0]?.denied, [{ id: 'host.disks.list', rule: 'no-disks' }])
  assert.deepEqual(
    report.connectors[0]?.operations.map(({ id }) => id),
    ['probe.items.list'],
  )
  for (const operation of [
    'host.disks.list',
    'HOST.Disks.List',
    'host_disks_list',
    'host.\u200bdisks.list',
    'ｈost.disks.list',
  ]) {
    const { header, body } = await ask(world, createCall(report, { operation }))
    assert.deepEqual(
      [header.parts?.[0]?.state, header.parts?.[0]?.rule],
      ['denied_by_policy', 'no-disks'],
      operation,
    )
    assert.equal(body, null)
  }
  assert.equal(vendor.requests(), 0)
})

test('a pushed policy tightens at once, and nothing pushed loosens the local list', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url, file: { deny: [{ id: 'local', deny: 'host.disks.list' }] } })
  const report = await untilServing(world)
  const { agent, incarnation } = report
  const push = (version: number, rules: readonly unknown[]) => {
    const message = { type: 'vedette.v1.policy', agent, incarnation, version, rules, issued_at: Date.now() }
    publish(world, { agent, what: 'policy', ...seal(world, message) })
    return eventually(() => world.reports.findLast(({ policy }) => policy.remote_version === version))
  }
  const tight = await push(2, [{ id: 'remote', deny: 'probe.*' }])
  assert.equal(tight.policy.status, 'APPLIED')
  assert.deepEqual(
    tight.policy.rules.map(({ id, origin }) => [id, origin]),
    [
      ['local', 'local'],
      ['remote', 'remote'],
    ],
  )
  const old = await ask(world, createCall(report))
  assert.equal(old.header.parts?.[0]?.why, 'policy_mismatch')
  const denied = await ask(world, createCall(tight))
  assert.equal(denied.header.parts?.[0]?.rule, 'remote')
  const loose = await push(3, [])
  assert.equal(loose.policy.effective_hash, report.policy.effective_hash)
  const disks = await ask(world, createCall(loose, { operation: 'host.disks.list' }))
  assert.equal(disks.header.parts?.[0]?.rule, 'local')
  assert.equal((await ask(world, createCall(loose))).header.parts?.[0]?.state, 'read')
  assert.equal(vendor.requests(), 1)
})

test('a bad argument is refused by field without a word to the vendor', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const { header } = await ask(world, createCall(report, { arguments: { count: 'many' } }))
  assert.equal(header.outcome, 'refused')
  assert.equal((header.error as { field: string }).field, 'count')
  const unknown = await ask(world, createCall(report, { operation: 'probe.items.drop' }))
  assert.equal(unknown.header.parts?.[0]?.state, 'not_served')
  const contract = await ask(world, createCall(report, { contract: 2 }))
  assert.equal(contract.header.parts?.[0]?.state, 'not_served')
  assert.equal(vendor.requests(), 0)
})

test('cancelling a call closes the socket to the vendor and sends no answer', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  vendor.behave('hang')
  const call = createCall(report, { budget_ms: 40_000 })
  const heard = listenFor(world, call)
  publish(world, { agent: report.agent, what: 'call', ...seal(world, call) })
  await eventually(() => vendor.requests() === 1)
  world.control.publish(
    agentSubject(report.agent, 'cancel'),
    JSON.stringify({ type: 'vedette.v1.cancel', call: call.call, replica: call.replica }),
  )
  await eventually(() => vendor.closed() === 1)
  vendor.behave('answer')
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  assert.equal(await Promise.race([heard.answer.then(() => 'answered'), 'silent']), 'silent')
})

test('a hung vendor is timed out within the budget, and its socket is closed', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  vendor.behave('hang')
  const { header, body } = await ask(world, createCall(report, { budget_ms: 200 }))
  assert.equal(header.parts?.[0]?.state, 'timed_out')
  assert.equal(body, null)
  await eventually(() => vendor.closed() === 1)
})

test('a refused credential moves health at once, and the next call is not sent to the vendor', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  // A tick so long that no probe comes between.
  startAgent(t, world, { vendorUrl: vendor.url, file: { tick_ms: 20_000 } })
  const report = await untilServing(world)
  vendor.behave('refuse')
  const first = await ask(world, createCall(report))
  assert.deepEqual(first.header.parts?.[0]?.state, 'unauthorized')
  const down = await eventually(() => world.reports.findLast((one) => one.connectors[0]?.health === 'down'))
  assert.equal(down.connectors[0]?.code, 'unauthorized')
  const second = await ask(world, createCall(report))
  assert.deepEqual(
    [second.header.parts?.[0]?.state, second.header.parts?.[0]?.code],
    ['connector_down', 'unauthorized'],
  )
  assert.equal(vendor.requests(), 1)
})

test('a secret that was wrong at the start or rotated later is read again without a restart, and no call meanwhile reaches the vendor', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  const file = join(world.folder, 'vendor-token')
  writeFileSync(file, 'old')
  vendor.accept('new')
  const config = { url: vendor.url, token: { file } }
  const connectors = [{ connector: 'vendor', config }]
  // A tick so long that one probe is all: whoever tried again would be seen.
  const patient = startAgent(t, world, { vendorUrl: vendor.url, file: { connectors, tick_ms: 20_000 } })
  const isDown = ({ connectors: [one] }: (typeof world.reports)[number]) => one?.health === 'down'
  const down = await eventually(() => world.reports.findLast(isDown))
  assert.equal(down.connectors[0]?.code, 'unauthorized')
  assert.equal((await ask(world, createCall(down))).header.parts?.[0]?.state, 'connector_down')
  assert.deepEqual([vendor.probes(), vendor.requests()], [1, 0])
  patient.stop()
  await patient.end

  const seen = world.reports.length
  startAgent(t, world, { vendorUrl: vendor.url, file: { connectors } })
  writeFileSync(file, 'new')
  const report = await untilServing(world, seen)
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  vendor.accept('newer')
  const expired = await eventually(async () => {
    const state = (await ask(world, createCall(report))).header.parts?.[0]?.state
    return state === 'connector_down' && state
  })
  assert.equal(expired, 'connector_down')
  const before = world.reports.length
  writeFileSync(file, 'newer')
  await untilServing(world, before)
  const asked = vendor.requests()
  assert.equal((await ask(world, createCall(report))).header.parts?.[0]?.state, 'read')
  assert.equal(vendor.requests(), asked + 1)
})

test('a reply of 3 MB comes in chunks, never more than the credit at once', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const call = createCall(report, { arguments: { count: 300, bytes: 10_000 } })
  const heard = listenFor(world, call, { credit: false })
  publish(world, { agent: report.agent, what: 'call', ...seal(world, call) })
  await eventually(() => heard.received() === 4)
  // A second answer that goes through whole proves that the first one waits for credit.
  await ask(world, createCall(report))
  assert.equal(heard.received(), 4)
  heard.grant(4)
  const answer = await heard.answer
  assert.equal(answer.chunks, 6)
  assert.equal(JSON.parse(answer.body ?? '').items.length, 300)
  assert.equal(heard.mostInFlight(), 4)
})

test('a reply over the cap is cut between items and says so', async (t) => {
  const world = await startWorld(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const { header, body } = await ask(world, createCall(report, { arguments: { count: 1000, bytes: 10_000 } }))
  assert.deepEqual(
    [header.parts?.[0]?.state, header.parts?.[0]?.cap, header.parts?.[0]?.at_least],
    ['truncated', 'bytes', 1000],
  )
  const items = JSON.parse(body ?? '').items
  assert.ok(items.length > 800 && items.length < 1000)
  assert.ok((body ?? '').length <= 8 * 1024 * 1024)
})
