import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceRead } from '@vedette/control-plane/dispatch'
import type { ConnectorState } from '@vedette/proto/wire'
import { eventually } from '@vedette/test/kit'
import {
  ask,
  createCall,
  ping,
  publish,
  seal,
  startAgent,
  startWorld as startBus,
  untilServing,
} from '../contract/agent-harness.ts'
import { startVendor } from '../contract/agent-vendor.ts'
import { askAll, listLost, revive, TRANSCRIPTS } from './revive.ts'

// Maps from what people chose to texts: a release adds no field to these.
const MAPS: ReadonlySet<string> = new Set(['scope', 'scopes', 'labels', 'pings', 'redacted'])
const NEW = { x_new: { of: ['another', 'release'] } }

/** The same message with a field that nobody here knows in each of its objects. */
function extend(value: unknown, name = ''): unknown {
  if (MAPS.has(name) || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => extend(one))
  return { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, extend(one, key)])), ...NEW }
}

/** The same value with a field more in itself and in each of its rows. */
function extendRows(value: unknown): unknown {
  const rows = Object.entries(value as object).map(([key, one]) => [
    key,
    Array.isArray(one)
      ? one.map((row) => (typeof row === 'object' && row !== null ? { ...row, x_new: 'new' } : row))
      : one,
  ]) // values of operations are objects
  return { ...Object.fromEntries(rows), ...NEW }
}

/** What is said of the sources of a read, each word once. */
function wordsOf(reads: readonly InstanceRead[] = []): readonly string[] {
  const sources = reads.flatMap(({ outcome }) => outcome.sources)
  return [...new Set(sources.map(({ state, why }) => (why === undefined ? state : `${state} ${why}`)))]
}

test('a newer agent: fields, operations and connectors that are not known here cost nothing that is', async (t) => {
  for (const transcript of TRANSCRIPTS) {
    const serve = (states: readonly ConnectorState[]) => {
      const added = { id: 'host.things.list', contract: 1, digest: 'd' }
      const [first, ...rest] = states.map((state) => ({ ...state, operations: [...state.operations, added] }))
      const unknown = { ...first, instance: 'novel', connector: 'novel', operations: [added] }
      return [first, ...rest, unknown] as readonly ConnectorState[] // states of the transcript, and more of them
    }
    const revived = await revive(t, transcript, {
      serve,
      speak: (message) => extend(message) as object,
      answer: ({ value, parts }) => ({ value: extendRows(value), parts }),
    })
    const told = await askAll(revived)
    assert.ok(told.size >= 40)
    assert.deepEqual(listLost(told), [], transcript.version)
    for (const [id, [read]] of told)
      if (read?.outcome.seen === true)
        assert.equal(Object.hasOwn(Object(read.outcome.value), 'x_new'), false, id)
  }
})

test('another contract of an operation is not_served by name and asked of nobody, and every other one is', async (t) => {
  for (const transcript of TRANSCRIPTS)
    for (const by of [1, 2]) {
      const ids = new Set(transcript.calls.filter((_, at) => at % 2 === 0).map(({ operation }) => operation))
      const serve = (states: readonly ConnectorState[]) =>
        states.map((state) => ({
          ...state,
          operations: state.operations.map((one) =>
            ids.has(one.id) ? { ...one, contract: one.contract + by } : one,
          ),
        }))
      const revived = await revive(t, transcript, { serve })
      const told = await askAll(revived)
      for (const [id, reads] of told) if (ids.has(id)) assert.deepEqual(wordsOf(reads), ['not_served'], id)
      assert.deepEqual(listLost(new Map([...told].filter(([id]) => !ids.has(id)))), [])
      assert.deepEqual(
        revived.agent.calls.filter(({ operation }) => ids.has(operation)),
        [],
      )
    }
})

test('an older agent, without half of the operations and all later fields, has those not_served and loses no other', async (t) => {
  for (const transcript of TRANSCRIPTS) {
    const ids = new Set(transcript.calls.filter((_, at) => at % 2 === 1).map(({ operation }) => operation))
    const serve = (states: readonly ConnectorState[]) =>
      states.map(({ denied: _, covers: __, servers: ___, ...state }) => ({
        ...state,
        operations: state.operations.filter(({ id }) => !ids.has(id)),
      })) as unknown as readonly ConnectorState[] // as a release says it that knew no such fields
    const speak = (message: object) => {
      const { labels: _, vendor_calls: __, redacted: ___, ...rest }: Record<string, unknown> = { ...message }
      return 'version' in rest ? { ...rest, version: '0.0.9' } : rest
    }
    const told = await askAll(await revive(t, transcript, { serve, speak }))
    for (const [id, reads] of told) if (ids.has(id)) assert.deepEqual(wordsOf(reads), ['not_served'], id)
    assert.deepEqual(listLost(new Map([...told].filter(([id]) => !ids.has(id)))), [])
  }
})

test('a state that this release does not know is unusable, and its value is not shown', async (t) => {
  for (const transcript of TRANSCRIPTS) {
    const answer = ({ value, parts }: (typeof transcript.calls)[number]) => ({
      value,
      parts: parts.map((part) => ({ ...part, state: 'mostly_read' })),
    })
    const told = await askAll(await revive(t, transcript, { answer }))
    for (const [id, reads] of told) {
      assert.deepEqual(
        reads.map(({ outcome }) => outcome.seen),
        [false],
        id,
      )
      assert.deepEqual(wordsOf(reads), ['unusable unknown_state'], id)
    }
  }
})

test('an agent under a newer control plane: unknown fields are ignored, unknown operations and contracts not_served, unknown arguments refused', async (t) => {
  const world = await startBus(t)
  const vendor = await startVendor(t)
  startAgent(t, world, { vendorUrl: vendor.url })
  const report = await untilServing(world)
  const known = await ask(world, { ...createCall(report), ...NEW } as ReturnType<typeof createCall>)
  assert.equal(known.header.parts?.[0]?.state, 'read')
  for (const change of [{ operation: 'probe.things.list' }, { contract: 2 }, { contract: 3 }]) {
    const { header, body } = await ask(world, createCall(report, change))
    assert.deepEqual([header.parts?.[0]?.state, body], ['not_served', null])
  }
  const refused = await ask(world, createCall(report, { arguments: { count: 1, x_new: 1 } }))
  assert.deepEqual([refused.header.outcome, refused.body], ['refused', null])
  assert.equal(vendor.requests(), 1)
  const { agent, incarnation } = report
  const rules = [{ id: 'later', deny: 'probe.things.*', ...NEW }]
  const policy = {
    type: 'vedette.v1.policy',
    agent,
    incarnation,
    version: 1,
    rules,
    issued_at: Date.now(),
    ...NEW,
  }
  publish(world, { agent, what: 'policy', ...seal(world, policy) })
  await eventually(() => world.reports.some(({ policy: { remote_version } }) => remote_version === 1))
  ping(world, 'later')
  await eventually(() => world.beats.some(({ pings }) => Object.values(pings).includes('later')))
})
