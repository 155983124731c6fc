import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectorState } from '@vedette/proto/wire'
import { reduceAgent } from './reduce.ts'
import type { AgentMessage, AgentState, Reduced } from './state.ts'
import { at, beat, enrolled, HOST, OTHER, report, WALL } from './testing/messages.ts'

// Runs messages at their times; gives the last result and all that happened.
function run(steps: readonly (readonly [number, AgentMessage])[], from: AgentState = enrolled()) {
  let state = from
  let last: Reduced = { state, events: [], actions: [] }
  const events: string[] = []
  const actions: string[] = []
  for (const [mono, message] of steps) {
    last = reduceAgent(state, message, at(mono))
    state = last.state
    events.push(...last.events.map((event) => event.kind))
    actions.push(
      ...last.actions.map((action) => (action.kind === 'stop' ? `stop ${action.incarnation}` : action.kind)),
    )
  }
  return { state, last, events, actions }
}

const SWEEP: AgentMessage = { kind: 'sweep' }

test('a first report connects at once, and echoing beats keep it so', () => {
  const { state, events } = run([
    [0, report({ sequence: 1 })],
    [500, beat({ sequence: 2, issued_at: 400 })],
    [3_400, SWEEP],
  ])
  assert.equal(state.status, 'connected')
  assert.equal(state.since, WALL)
  assert.deepEqual(events, ['agent_connected'])
})

test('a first report that was sent long ago by the clocks needs an echoing beat', () => {
  const old = run([[0, report({ sequence: 1, sent_at: WALL - 61_000 })]])
  assert.equal(old.state.status, 'offline')
  assert.deepEqual(old.actions, ['ping'])
  const proven = run([[10, beat({ sequence: 2, issued_at: 5 })]], old.state)
  assert.equal(proven.state.status, 'connected')
})

test('a beat alone does not connect: what the agent serves is asked for first', () => {
  const { state, actions } = run([[0, beat({ sequence: 7, issued_at: 0 })]])
  assert.equal(state.status, 'offline')
  assert.deepEqual(actions, ['ask_report'])
  assert.equal(run([[1, report({ sequence: 8 })]], state).state.status, 'connected')
})

test('three ticks without a beat are offline, not a moment earlier', () => {
  const base = run([[0, report({ sequence: 1, issued_at: 0 })]]).state
  const beating = run([[1_000, beat({ sequence: 2, issued_at: 990 })]], base).state
  assert.equal(run([[4_000, SWEEP]], beating).state.status, 'connected')
  const gone = run([[4_001, SWEEP]], beating)
  assert.equal(gone.state.status, 'offline')
  assert.deepEqual(gone.events, ['agent_offline'])
  assert.equal(gone.state.since, WALL + 4_001)
})

test('beats that echo an ageing nonce stop proving life although they keep coming', () => {
  let state = run([[0, report({ sequence: 1, issued_at: 0 })]]).state
  for (let tick = 1; tick <= 3; tick += 1) {
    state = run([[tick * 1_000, beat({ sequence: tick + 1, issued_at: 0 })]], state).state
    assert.equal(state.status, 'connected')
  }
  assert.equal(run([[3_201, SWEEP]], state).state.status, 'offline')
})

test('a beat that echoes none of our nonces is dropped as deaf and moves nothing', () => {
  const base = run([[0, report({ sequence: 1 })]]).state
  const { state, last } = run([[100, beat({ sequence: 2 })]], base)
  assert.equal(last.dropped, 'deaf')
  assert.equal(state, base)
})

test('a sequence that is not higher than all before is dropped as replayed', () => {
  const base = run([
    [0, report({ sequence: 4 })],
    [10, beat({ sequence: 5, issued_at: 5 })],
  ]).state
  for (const message of [
    beat({ sequence: 5, issued_at: 9 }),
    beat({ sequence: 1, issued_at: 9 }),
    report({ sequence: 5, digest: 'd0' }),
  ]) {
    const { state, last } = run([[20, message]], base)
    assert.equal(last.dropped, 'replayed')
    assert.equal(state, base)
  }
})

test('a gap asks for the full state, at most every half tick', () => {
  const { actions, last } = run([
    [0, report({ sequence: 1, issued_at: 0 })],
    [10, beat({ sequence: 3, issued_at: 5 })],
    [20, beat({ sequence: 5, issued_at: 15 })],
    [510, beat({ sequence: 7, issued_at: 500 })],
  ])
  assert.deepEqual(actions, ['ask_report', 'ask_report'])
  assert.equal(last.gap, true)
})

test('a new digest in a beat asks for the full state, and the report that brings it tells what changed', () => {
  const first = run([
    [0, report({ sequence: 1, issued_at: 0 })],
    [10, beat({ sequence: 2, issued_at: 5, digest: 'down1' })],
  ])
  assert.deepEqual(first.actions, ['ask_report'])
  const { last } = run([[20, report({ sequence: 3, digest: 'down1' })]], first.state)
  assert.deepEqual(
    last.events.map(({ kind, instance, from, to }) => ({ kind, instance, from, to })),
    [{ kind: 'connector_health', instance: 'host', from: 'up', to: 'down' }],
  )
  assert.deepEqual(last.actions, [])
})

test('a report that tells a later probe and nothing else is no change; other operations, scopes or labels are one', () => {
  const { state } = run([[0, report({ sequence: 1, issued_at: 0 })]])
  const kindsOf = (edit: (one: ConnectorState) => ConnectorState, labels = {}) => {
    const message = report({ sequence: 2, digest: 'd2' })
    assert.ok(message.kind === 'report')
    const changed = { ...message.report, labels, connectors: message.report.connectors.map(edit) }
    const { last } = run([[10, { ...message, report: changed }]], state)
    return last.events.map(({ kind }) => kind)
  }
  const later = { checked_at: '2030-01-01T00:00:30Z' }
  assert.deepEqual(
    kindsOf((one) => ({ ...one, ...later })),
    [],
  )
  const served = [{ id: 'host.info', contract: 1, digest: 'd' }]
  const gone = [{ id: 'host.info', state: 'forbidden', since: '2030-01-01T00:00:00Z' }]
  for (const edit of [{ operations: served }, { scopes: [] }, { code: 'forbidden' }, { unanswerable: gone }])
    assert.deepEqual(
      kindsOf((one) => ({ ...one, ...later, ...edit })),
      ['agent_changed'],
    )
  assert.deepEqual(
    kindsOf((one) => one, { env: 'prod' }),
    ['agent_changed'],
  )
  assert.deepEqual(
    kindsOf((one) => ({ ...one, health: 'down', code: 'unauthorized', scopes: [] })),
    ['connector_health'],
  )
  assert.deepEqual(
    kindsOf((one) => ({ ...one, health: 'degraded', unanswerable: gone })),
    ['agent_changed', 'connector_health'],
  )
  assert.deepEqual(
    kindsOf((one) => ({ ...one, instance: 'other' })),
    ['agent_changed', 'connector_health', 'connector_health'],
  )
})

test('an agent that leaves is offline at once, and a later beat brings it back', () => {
  const left = run([
    [0, report({ sequence: 1, issued_at: 0 })],
    [10, beat({ sequence: 2, leaving: true })],
  ])
  assert.equal(left.state.status, 'offline')
  assert.equal(run([[20, beat({ sequence: 3, issued_at: 15 })]], left.state).state.status, 'connected')
})

test('the word of the server that nobody listens takes an agent offline until it is heard again', () => {
  const base = run([[0, report({ sequence: 1, issued_at: 0 })]]).state
  const gone = run([[10, { kind: 'gone' }]], base)
  assert.equal(gone.state.status, 'offline')
  assert.deepEqual(gone.actions, ['ping', 'ask_report'])
  assert.equal(run([[20, beat({ sequence: 2, issued_at: 15 })]], gone.state).state.status, 'connected')
})

test('of one identity the process that started last is the agent, in whatever order they are heard', () => {
  const old = report({ sequence: 9, incarnation: 'old', started_at: WALL - 9_000 })
  const next = report({ sequence: 1, incarnation: 'new', started_at: WALL - 10 })
  const forward = run([
    [0, old],
    [10, next],
  ])
  assert.equal(forward.state.process?.incarnation, 'new')
  assert.equal(forward.state.status, 'connected')
  assert.deepEqual(forward.events, ['agent_connected', 'agent_superseded'])
  assert.deepEqual(
    forward.actions.filter((action) => action !== 'ping'),
    ['stop old'],
  )
  const backward = run([
    [0, next],
    [10, old],
  ])
  assert.equal(backward.state.process?.incarnation, 'new')
  assert.deepEqual(
    backward.actions.filter((action) => action !== 'ping'),
    ['stop old'],
  )
})

test('equal starts are told apart alike by every replica', () => {
  const one = report({ sequence: 1, incarnation: 'a' })
  const two = report({ sequence: 1, incarnation: 'b' })
  for (const order of [
    [one, two],
    [two, one],
  ]) {
    const { state } = run(order.map((message, index) => [index, message] as const))
    assert.equal(state.process?.incarnation, 'b')
  }
})

test('an unknown process of the same identity must report before it replaces anything', () => {
  const base = run([
    [0, report({ sequence: 1, incarnation: 'old', started_at: WALL - 9_000, issued_at: 0 })],
  ]).state
  const waiting = run([[600, beat({ sequence: 2, incarnation: 'new', issued_at: 500 })]], base)
  assert.equal(waiting.state.process?.incarnation, 'old')
  assert.deepEqual(waiting.actions, ['ask_report'])
  const settled = run([[700, report({ sequence: 3, incarnation: 'new', started_at: WALL })]], waiting.state)
  assert.equal(settled.state.process?.incarnation, 'new')
  assert.equal(settled.state.status, 'connected')
  assert.deepEqual(settled.actions, ['stop old'])
})

test('a replaced process that echoes a nonce issued after its stop makes a dispute; an older one does not', () => {
  const replaced = run([
    [0, report({ sequence: 1, incarnation: 'old', started_at: WALL - 9_000, issued_at: 0 })],
    [100, report({ sequence: 1, incarnation: 'new', started_at: WALL, issued_at: 50 })],
  ])
  const late = run([[150, beat({ sequence: 2, incarnation: 'old', issued_at: 100 })]], replaced.state)
  assert.equal(late.state.status, 'connected')
  const defiant = run([[200, beat({ sequence: 2, incarnation: 'old', issued_at: 101 })]], replaced.state)
  assert.equal(defiant.state.status, 'disputed')
  assert.deepEqual(defiant.events, ['agent_disputed'])
  assert.deepEqual(
    defiant.state.others.map((one) => one.incarnation),
    ['old'],
  )
})

test('a replaced process that was silent when it was replaced is told to stop when it returns, then judged', () => {
  const base = run([
    [0, report({ sequence: 1, incarnation: 'old', started_at: WALL - 9_000, issued_at: 0 })],
    [
      10_000,
      report({ sequence: 1, incarnation: 'new', started_at: WALL, sent_at: WALL + 10_000, issued_at: 9_900 }),
    ],
  ])
  assert.deepEqual(base.actions, [])
  const back = run([[11_000, beat({ sequence: 2, incarnation: 'old', issued_at: 10_900 })]], base.state)
  assert.deepEqual(back.actions, ['stop old'])
  assert.equal(back.state.status, 'connected')
  const defiant = run([[12_000, beat({ sequence: 3, incarnation: 'old', issued_at: 11_001 })]], back.state)
  assert.equal(defiant.state.status, 'disputed')
})

test('an identity other than the enrolled one is a dispute at once, alone or beside the real one', () => {
  const thief = report({ sequence: 1, incarnation: 'x', identity: OTHER })
  assert.equal(run([[0, thief]]).state.status, 'disputed')
  const both = run([
    [0, report({ sequence: 1 })],
    [10, beat({ sequence: 1, incarnation: 'x', identity: OTHER, issued_at: 5 })],
  ])
  assert.equal(both.state.status, 'disputed')
  assert.equal(both.state.process?.identity, HOST)
  assert.deepEqual(
    both.state.others.map((one) => one.identity),
    [OTHER],
  )
})

test('a dispute stays while both fall silent, and ends when a key is revoked', () => {
  const disputed = run([
    [0, report({ sequence: 1 })],
    [10, report({ sequence: 1, incarnation: 'x', identity: OTHER })],
    [60_000, SWEEP],
  ]).state
  assert.equal(disputed.status, 'disputed')
  assert.equal(disputed.others.length, 1)
  const renewed = { ...disputed.enrolment, active: 2 }
  assert.equal(run([[60_001, { kind: 'enrolment', enrolment: renewed }]], disputed).state.status, 'disputed')
  const revoked = { ...disputed.enrolment, revoked: 1 }
  const ended = run([[60_002, { kind: 'enrolment', enrolment: revoked }]], disputed)
  assert.equal(ended.state.status, 'offline')
  assert.equal(ended.state.process, null)
})

test('skew is measured from each sign of life', () => {
  const { state } = run([[0, report({ sequence: 1, sent_at: WALL + 90_000 })]])
  assert.equal(state.process?.skew_ms, 90_000)
  assert.equal(
    run([[100, beat({ sequence: 2, issued_at: 50, sent_at: WALL })]], state).state.process?.skew_ms,
    -100,
  )
})

test('a dispute that the store kept stands whoever is heard, until one more key is revoked, and does not return', () => {
  const claimants = [{ identity: OTHER, incarnation: 'thief', last_seen: WALL - 60_000 }]
  const kept: AgentMessage = { kind: 'disputed', dispute: { since: WALL - 90_000, revoked: 1, claimants } }
  const before = enrolled()
  const enrolment = { ...before.enrolment, revoked: 1 }
  const { state, events } = run(
    [
      [0, kept],
      [100, report({ sequence: 1 })],
      [500, beat({ sequence: 2, issued_at: 400 })],
    ],
    { ...before, enrolment },
  )
  assert.deepEqual([state.status, state.since, events], ['disputed', WALL - 90_000, ['agent_disputed']])
  assert.ok(state.others.some((one) => one.incarnation === 'thief' && one.identity.id === OTHER.id))
  const resolved = run(
    [
      [600, { kind: 'enrolment', enrolment: { ...enrolment, revoked: 2 } }],
      [700, kept],
    ],
    state,
  )
  assert.equal(resolved.state.status, 'offline')
})

test('a node that died with its clock an hour ahead does not keep its successor out', () => {
  const { state, actions } = run([
    [0, report({ sequence: 1, incarnation: 'dead', started_at: WALL + 3_600_000 })],
    [500, beat({ sequence: 2, incarnation: 'dead', issued_at: 400 })],
    [5_000, SWEEP],
    [6_000, report({ sequence: 1, incarnation: 'next', started_at: WALL + 5_500, sent_at: WALL + 6_000 })],
    [6_500, beat({ sequence: 2, incarnation: 'next', issued_at: 6_400 })],
  ])
  assert.deepEqual([state.status, state.process?.incarnation], ['connected', 'next'])
  assert.equal(actions.includes('stop next'), false)
})
