import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCarried, type Source } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import type { CallResult } from '../bus/types.ts'
import type { AgentView } from '../fleet/types.ts'
import {
  agent,
  answer,
  ask,
  connector,
  iso,
  lost,
  NOW,
  operation,
  readOf,
  request,
  TICK_MS,
  TIMED_OUT,
  words,
} from './testing/world.ts'

const HOSTS = operation('host')
const ID = HOSTS.id

type Case = Readonly<{
  name: string
  view?: Partial<AgentView>
  state?: Partial<ConnectorState>
  word: Partial<Source>
}>

const UNASKED: readonly Case[] = [
  {
    name: 'an offline agent',
    view: { status: 'offline', last_seen: NOW - 240_000 },
    word: { state: 'agent_offline', last_seen: iso(NOW - 240_000) },
  },
  {
    name: 'a disputed agent',
    view: { status: 'disputed' },
    word: { state: 'unusable', why: 'duplicate_agent' },
  },
  {
    name: 'a denied operation',
    state: { operations: [], denied: [{ id: ID, rule: 'rule-7' }] },
    word: { state: 'denied_by_policy', rule: 'rule-7' },
  },
  {
    name: 'another contract',
    state: { operations: [{ id: ID, contract: 2, digest: 'd' }] },
    word: { state: 'not_served', agent_version: '0.1.0' },
  },
  {
    name: 'an operation whose tier the connector raised over what the token may do',
    state: { operations: [{ id: ID, contract: 1, digest: 'd', tier: 'protected_read' }] },
    word: { state: 'approval_required', pending_action_id: 'none' },
  },
  {
    name: 'a clock that is off',
    view: { skew_ms: -60_001 },
    word: { state: 'unusable', why: 'clock_skew', skew_ms: -60_001 },
  },
  {
    name: 'a connector that a fresh probe found down',
    state: { health: 'down', code: 'unauthorized', checked_at: iso(NOW - 6 * TICK_MS) },
    word: { state: 'connector_down', code: 'unauthorized', since: iso(NOW - 60_000) },
  },
  {
    name: 'a fresh probe by a clock that is behind',
    view: { skew_ms: -30_000 },
    state: { health: 'down', code: 'unauthorized', checked_at: iso(NOW - 30_000 - 6 * TICK_MS) },
    word: { state: 'connector_down' },
  },
  {
    name: 'a server of the instance that a fresh probe found down',
    state: {
      health: 'degraded',
      checked_at: iso(NOW - 6 * TICK_MS),
      unanswerable: [
        { id: ID, state: 'connector_down', since: iso(NOW - 60_000), code: 'timed_out', server: 'am' },
      ],
    },
    word: { state: 'connector_down', code: 'timed_out', server: 'am', since: iso(NOW - 60_000) },
  },
  {
    name: 'a permission that is known to be missing',
    state: { unanswerable: [{ id: ID, state: 'forbidden', since: iso(NOW), missing: 'list disks' }] },
    word: { state: 'forbidden', missing: 'list disks' },
  },
  {
    name: 'a part that the server has not got',
    state: { unanswerable: [{ id: ID, state: 'not_served', since: iso(NOW), why: 'no disks' }] },
    word: { state: 'not_served', agent_version: '0.1.0', why: 'no disks' },
  },
  {
    name: 'a word of a later release',
    state: { unanswerable: [{ id: ID, state: 'asleep', since: iso(NOW) }] },
    word: { state: 'unusable', why: 'unknown_state' },
  },
  // The worst reason wins.
  {
    name: 'offline before denied',
    view: { status: 'offline' },
    state: { denied: [{ id: ID, rule: 'r' }] },
    word: { state: 'agent_offline' },
  },
]

for (const { name, view, state, word } of UNASKED)
  test(`${name} is a source with its word, and no message is sent`, async () => {
    const { results, calls } = await ask({
      agents: [agent('web', [connector('host', [ID], state)], view)],
      requests: [request(HOSTS)],
    })
    const [source] = readOf(results[0], 'web').outcome.sources
    for (const [key, value] of Object.entries(word)) assert.equal(source?.[key as keyof Source], value, key)
    assert.ok(source !== undefined)
    assert.deepEqual(checkCarried(source), [])
    assert.equal(readOf(results[0], 'web').outcome.seen, false)
    assert.deepEqual(calls, [])
  })

test('what is healthy, tolerably skewed, or down by an old probe is asked', async () => {
  const stale = { health: 'down', code: 'x', checked_at: iso(NOW - 6 * TICK_MS - 1) } as const
  const gone = { id: ID, state: 'connector_down', since: iso(NOW - 60_000) }
  const { results, calls } = await ask({
    agents: [
      agent('a', [connector('host', [ID])]),
      agent('b', [connector('host', [ID])], { skew_ms: 60_000 }),
      agent('c', [connector('host', [ID], stale)]),
      agent('d', [connector('host', [ID], { health: 'down', checked_at: null })]),
      agent('e', [connector('host', [ID], { ...stale, health: 'degraded', unanswerable: [gone] })]),
    ],
    requests: [request(HOSTS)],
  })
  const all = ['a/host: read', 'b/host: read', 'c/host: read', 'd/host: read', 'e/host: read']
  assert.deepEqual(words(results[0]), all)
  assert.equal(calls.length, 5)
})

test('a call carries who asks, the incarnation, the policy hash and the raised tier', async () => {
  const raised = connector('host', [ID], {
    operations: [{ id: ID, contract: 1, digest: 'd', tier: 'metered_read' }],
  })
  const { calls } = await ask({
    agents: [agent('web', [raised])],
    requests: [request(HOSTS, { arguments: { name: 'x' } })],
  })
  const { signal: _, ...call } = calls[0] ?? { signal: null }
  assert.deepEqual(call, {
    organisation: 'acme',
    agent: 'ag_web',
    incarnation: 'inc_web',
    operation: ID,
    contract: 1,
    instance: 'host',
    arguments: { name: 'x' },
    tier: 'metered_read',
    principal: 'tok_1',
    policy_hash: 'hash',
    budget_ms: 15_000,
  })
})

test('an operation that no instance has is one source, not configured, with the reason that is known', async () => {
  const nobody = await ask({ agents: [agent('web', [connector('other', [])])], requests: [request(HOSTS)] })
  assert.deepEqual(words(nobody.results[0]), ['-/vendor: not_configured'])
  const missing = connector('host', [ID], { health: 'not_configured', reason: 'secret_missing' })
  const { results } = await ask({ agents: [agent('web', [missing])], requests: [request(HOSTS)] })
  assert.equal(results[0]?.instances[0]?.outcome.sources[0]?.reason, 'secret_missing')
})

test('of one release, an instance that is not set up for the operation is no source of it', async () => {
  const { results } = await ask({
    agents: [agent('new', [connector('host', [ID])]), agent('plain', [connector('host', [])])],
    requests: [request(HOSTS)],
  })
  assert.deepEqual(words(results[0]), ['new/host: read'])
})

test('an instance without its credential is named beside those that answer', async () => {
  const missing = connector('host', [ID], { health: 'not_configured', reason: 'secret_missing' })
  const { results } = await ask({
    agents: [agent('web', [connector('host', [ID])]), agent('db', [missing])],
    requests: [request(HOSTS)],
  })
  assert.ok(words(results[0]).includes('db/host: not_configured'))
  assert.equal(words(results[0]).length, 2)
})

test('an instance of an older release without the operation is not served, beside one that has it', async () => {
  const { results } = await ask({
    agents: [
      agent('new', [connector('host', [ID])]),
      agent('old', [connector('host', [])], { version: '0.0.9' }),
    ],
    requests: [request(HOSTS)],
  })
  assert.deepEqual(words(results[0]), ['new/host: read', 'old/host: not_served'])
})

test('an agent that was never heard since the start is a source all the same', async () => {
  const silent = agent('mute', [], {
    status: 'offline',
    policy: null,
    incarnation: null,
    last_seen: NOW - 9_000,
  })
  const { results } = await ask({
    agents: [agent('web', [connector('host', [ID])]), silent],
    requests: [request(HOSTS)],
  })
  assert.deepEqual(words(results[0]), ['mute/unknown: agent_offline', 'web/host: read'])
})

test('a cluster registered ahead whose agent never came is out of reach, by its alias', async () => {
  const never = agent('production-eu', [], {
    status: 'offline',
    policy: null,
    incarnation: null,
    last_seen: 0,
  })
  const { results } = await ask({
    agents: [agent('web', [connector('host', [ID])]), never],
    requests: [request(HOSTS)],
  })
  assert.deepEqual(words(results[0]), ['production-eu/unknown: out_of_reach', 'web/host: read'])
  const source = results[0]?.instances.find((one) => one.agent_name === 'production-eu')?.outcome.sources[0]
  assert.deepEqual(source?.scope, { cluster: 'production-eu' })
})

test('no organisation is read but the one of the principal', async () => {
  const { results } = await ask({ agents: [], requests: [request(HOSTS)] })
  assert.deepEqual(words(results[0]), ['-/vendor: not_configured'])
})

const SCOPED = { scopes: [{ host: 'h1' }] }

test('parts get the scope that was proved, and a scope that was not proved makes the whole unusable', async () => {
  const read = { state: 'read', items: 1, as_of: iso(NOW) } as const
  const ofPart = async (scope: Record<string, string>) => {
    const { results } = await ask({
      agents: [agent('web', [connector('host', [ID], SCOPED)])],
      requests: [request(HOSTS)],
      script: () => answer(['x'], [{ scope, ...read }]),
    })
    return readOf(results[0], 'web').outcome
  }
  assert.deepEqual((await ofPart({})).sources[0]?.scope, { host: 'h1' })
  assert.deepEqual((await ofPart({ half: 'left' })).sources[0]?.scope, { host: 'h1', half: 'left' })
  assert.deepEqual((await ofPart({ host: 'h1' })).sources[0]?.scope, { host: 'h1' })
  for (const scope of [{ host: 'h2' }, { cluster: 'c' }, { host: 'h1', account: '1' }] as Record<
    string,
    string
  >[]) {
    const outcome = await ofPart(scope)
    assert.equal(outcome.seen, false)
    assert.equal(outcome.sources[0]?.why, 'scope_mismatch')
  }
})

test('a value that does not fit the output is unusable, and one without any read part is no value', async () => {
  const badBody = { ...answer(['x']), body: { things: [7] } }
  const noBody = { ...answer(['x']), body: undefined }
  for (const result of [badBody, noBody]) {
    const { results } = await ask({
      agents: [agent('web', [connector('host', [ID])])],
      requests: [request(HOSTS)],
      script: () => result,
    })
    assert.equal(readOf(results[0], 'web').outcome.sources[0]?.why, 'schema_mismatch')
    assert.equal(readOf(results[0], 'web').outcome.seen, false)
  }
  const forbidden = answer(['leak'], [{ scope: {}, state: 'forbidden' }])
  const { results } = await ask({
    agents: [agent('web', [connector('host', [ID])])],
    requests: [request(HOSTS)],
    script: () => forbidden,
  })
  assert.equal(readOf(results[0], 'web').outcome.seen, false)
  assert.deepEqual(words(results[0]), ['web/host: forbidden'])
})

test('an empty answer without proof comes out unproven, and a read without items is no read', async () => {
  const hollow = [
    { part: { scope: {}, state: 'empty', items: 0, as_of: iso(NOW) }, word: 'unproven' },
    { part: { scope: {}, state: 'read', items: 0, as_of: iso(NOW) }, word: 'unproven' },
    { part: { scope: {}, state: 'read', as_of: iso(NOW) }, word: 'unusable' },
  ] as const
  for (const { part, word } of hollow) {
    const { results } = await ask({
      agents: [agent('web', [connector('host', [ID])])],
      requests: [request(HOSTS)],
      script: () => answer([], [part]),
    })
    assert.deepEqual(words(results[0]), [`web/host: ${word}`])
  }
})

test('what was lost keeps its word; an offline one gets the time it was last seen', async () => {
  const ofResult = async (result: ReturnType<typeof lost>) => {
    const { results } = await ask({
      agents: [agent('web', [connector('host', [ID])])],
      requests: [request(HOSTS)],
      script: () => result,
    })
    return readOf(results[0], 'web').outcome.sources[0]
  }
  assert.equal((await ofResult(TIMED_OUT))?.state, 'timed_out')
  assert.equal((await ofResult(lost({ state: 'agent_offline' })))?.last_seen, iso(NOW))
  const { results } = await ask({
    agents: [agent('web', [connector('host', [ID])])],
    requests: [request(HOSTS)],
    script: () => Promise.reject(new Error('boom')),
  })
  assert.equal(readOf(results[0], 'web').outcome.sources[0]?.why, 'internal')
})

test('an answer of an agent that came into dispute meanwhile is unusable, refusals included', async () => {
  const web = agent('web', [connector('host', [ID])])
  for (const result of [answer(['x']), REFUSAL]) {
    const agents = [web]
    const { results } = await ask({
      agents,
      requests: [request(HOSTS)],
      script: () => {
        agents[0] = { ...web, status: 'disputed' }
        return result
      },
    })
    assert.equal(readOf(results[0], 'web').outcome.seen, false)
    assert.equal(readOf(results[0], 'web').outcome.sources[0]?.why, 'duplicate_agent')
  }
})

const REFUSAL: CallResult = {
  kind: 'refused',
  error: { code: 'not_found', field: 'name', message: 'none', fix: 'another' },
}

test('two agents of one name are told apart in every source', async () => {
  const { results } = await ask({
    agents: [
      agent('web', [connector('host', [ID])], { agent: 'ag_aaaaaa' }),
      agent('web', [connector('host', [ID])], { agent: 'ag_bbbbbb' }),
    ],
    requests: [request(HOSTS)],
  })
  assert.deepEqual(words(results[0]), ['web~aaaaaa/host: read', 'web~bbbbbb/host: read'])
})
