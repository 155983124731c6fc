import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { type Beat, beatSchema, type PolicyState, type Report, reportSchema } from '@vedette/proto/wire'
import { createInlineEngine, createRedactor, type Engine, openRedacted } from '../redactor/index.ts'
import { createReporter } from './reporter.ts'

const POLICY: PolicyState = {
  status: 'APPLIED',
  local_hash: 'l',
  remote_version: 0,
  remote_hash: 'r',
  effective_hash: 'e',
  rules: [],
}

function setUp(engine: Engine = createInlineEngine()) {
  const clock = createFakeClock()
  const sent: (Beat | Report)[] = []
  const state = { up: true, agent: 'ag_1' as string | null, name: 'web-1', withheld: 0 }
  const reporter = createReporter({
    clock,
    redactor: createRedactor(engine),
    outbox: {
      sendBeat: (beat) => sent.push(beatSchema.parse(openRedacted(beat))) > 0,
      sendReport: (report) => sent.push(reportSchema.parse(openRedacted(report))) > 0,
      sendReply: async () => {},
      acknowledge: () => {},
      held: () => 0,
    },
    agent: () => state.agent,
    tickMs: () => 10_000,
    isUp: () => state.up,
    onWithheld: () => {
      state.withheld += 1
    },
    random: () => 0.5,
    sources: {
      get facts() {
        return {
          incarnation: 'i1',
          started_at: 1,
          identity: { kind: 'host', id: 'h' } as const,
          name: state.name,
          version: '1',
          labels: {},
        }
      },
      instances: [],
      notRequested: [],
      health: () => ({ health: 'up', since: 0, checked_at: null, scopes: [], servers: [] }),
      policy: () => POLICY,
      rules: () => [],
    },
  })
  return { clock, reporter, sent, state }
}

const toKinds = (sent: readonly (Beat | Report)[]) =>
  sent.map(({ type, sequence }) => `${type.slice(11)} ${sequence}`)

test('a beat comes every tick with a rising sequence and the newest ping of each replica', async () => {
  const { clock, reporter, sent } = setUp()
  const stop = new AbortController()
  reporter.onPing({ type: 'vedette.v1.ping', replica: 'a', nonce: 'a1', at: 0 })
  await clock.advance(0)
  assert.deepEqual(toKinds(sent), ['beat 1'], 'the first ping of a replica is answered at once')
  reporter.onPing({ type: 'vedette.v1.ping', replica: 'a', nonce: 'a2', at: 0 })
  reporter.start(stop.signal)
  await clock.advance(20_000)
  assert.deepEqual(toKinds(sent), ['beat 1', 'beat 2', 'beat 3'])
  assert.deepEqual(sent.at(-1)?.pings, { a: 'a2' })
  await clock.advance(60_000)
  assert.deepEqual(sent.at(-1)?.pings, {}, 'a replica that pings no more is forgotten')
  stop.abort()
  const count = sent.length
  await clock.advance(60_000)
  assert.equal(sent.length, count)
})

test('the digest changes with the state and with nothing else', async () => {
  const { clock, reporter, sent, state } = setUp()
  await reporter.report()
  await clock.advance(5_000)
  await reporter.report()
  state.name = 'web-2'
  await reporter.change()
  const [first, second, beat, third] = sent
  assert.equal(first?.digest, second?.digest)
  assert.notEqual(third?.digest, first?.digest)
  assert.equal(beat?.digest, third?.digest)
})

test('a report for all comes after a random half tick, one for this agent at once, one for another never', async () => {
  const { clock, reporter, sent } = setUp()
  reporter.onReportNow({ type: 'vedette.v1.report-now' })
  await clock.advance(2_499)
  assert.equal(sent.length, 0)
  await clock.advance(1)
  assert.equal(sent.length, 1)
  reporter.onReportNow({ type: 'vedette.v1.report-now', agent: 'ag_2' })
  await clock.advance(10_000)
  assert.equal(sent.length, 1)
  reporter.onReportNow({ type: 'vedette.v1.report-now', agent: 'ag_1' })
  await clock.advance(0)
  assert.equal(sent.length, 2)
})

test('several reports asked for at one moment are one', async () => {
  const { reporter, sent } = setUp()
  await Promise.all([reporter.report(), reporter.report(), reporter.report()])
  assert.deepEqual(toKinds(sent), ['report 1'])
})

test('nothing is said before enrolment, while the link is down, or after goodbye', async () => {
  const { reporter, sent, state } = setUp()
  state.agent = null
  await reporter.change()
  state.agent = 'ag_1'
  state.up = false
  await reporter.change()
  assert.equal(sent.length, 0)
  state.up = true
  await reporter.leave()
  await reporter.change()
  assert.deepEqual(
    sent.map((message) => ('leaving' in message ? message.leaving : undefined)),
    [true],
  )
})

test('a replaced process is silent, without goodbye', async () => {
  const { reporter, sent } = setUp()
  reporter.silence()
  await reporter.leave()
  await reporter.change()
  assert.equal(sent.length, 0)
})

test('a report that cannot be redacted is withheld and counted, and the next ones still go', async () => {
  let broken = true
  const { reporter, sent, state } = setUp(async (value) => {
    if (broken) throw new Error('no')
    return { value, counts: {} }
  })
  await reporter.report()
  assert.deepEqual([sent.length, state.withheld], [0, 1])
  broken = false
  await reporter.report()
  assert.deepEqual(toKinds(sent), ['report 2'])
})
