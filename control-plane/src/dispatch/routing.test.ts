import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCover } from '@vedette/proto/visibility'
import { agent, answer, ask, connector, lost, operation, request, TIMED_OUT, words } from './testing/world.ts'
import { type ReadRequest, type Routing, RoutingError } from './types.ts'

const CLUSTERS = operation('cluster')
const GET = operation('cluster', { id: 'things.cluster.get' })
const ACCOUNTS = operation('account')
const RAW = operation('backend', { id: 'things.backend.query', dialect: true })
const BACKENDS = operation('backend')
const raw = (routing: Routing = {}) => request(RAW, { arguments: { query: 'up' }, routing })
const HOSTS = operation('host')

const cluster = (name: string, uid: string, labels: Record<string, string> = {}) =>
  agent(name, [connector('kubernetes', [CLUSTERS.id, GET.id], { scopes: [{ cluster: uid }] })], { labels })
const account = (name: string, id: string, labels: Record<string, string> = {}) =>
  agent(name, [connector('aws', [ACCOUNTS.id], { scopes: [{ account: id }] })], { labels })
const backend = (name: string, dialect: string, connectorId = dialect) =>
  agent(name, [
    connector(connectorId, [RAW.id, BACKENDS.id], {
      dialect,
      connector: connectorId,
      scopes: [{ backend: connectorId }],
    }),
  ])

async function refusal(
  agents: Parameters<typeof ask>[0]['agents'],
  asked: ReadRequest,
): Promise<RoutingError> {
  let calls = 0
  try {
    await ask({
      agents,
      requests: [asked],
      script: () => {
        calls += 1
        return answer(['x'])
      },
    })
  } catch (error) {
    assert.ok(error instanceof RoutingError, String(error))
    assert.equal(calls, 0, 'a question that must be put otherwise asks nobody')
    return error
  }
  return assert.fail('nothing was refused')
}

const FLEET = [
  cluster('prod-eu-1', 'uid-1', { env: 'prod', region: 'eu' }),
  cluster('prod-eu-2', 'uid-2', { env: 'prod', region: 'eu' }),
  cluster('staging', 'uid-3', { env: 'staging' }),
]

const MEANT: readonly (readonly [Routing, readonly string[]])[] = [
  [{}, ['prod-eu-1', 'prod-eu-2', 'staging']],
  [{ cluster: 'all' }, ['prod-eu-1', 'prod-eu-2', 'staging']],
  [{ cluster: 'prod-eu-1' }, ['prod-eu-1']],
  [{ cluster: 'uid-2' }, ['prod-eu-2']],
  [{ cluster: ['staging', 'uid-1'] }, ['prod-eu-1', 'staging']],
  [{ cluster: 'env=prod' }, ['prod-eu-1', 'prod-eu-2']],
  [{ cluster: 'env=prod,region=eu' }, ['prod-eu-1', 'prod-eu-2']],
]

for (const [routing, names] of MEANT)
  test(`routing ${JSON.stringify(routing)} means ${names.join(', ')}`, async () => {
    const { results } = await ask({ agents: FLEET, requests: [request(CLUSTERS, { routing })] })
    assert.deepEqual(
      words(results[0]),
      names.map((name) => `${name}/kubernetes: read`),
    )
  })

test('an unknown name gets the nearest three, and what unheard agents may hold is said', async () => {
  const error = await refusal(FLEET, request(CLUSTERS, { routing: { cluster: 'prod-eu-3' } }))
  assert.equal(error.code, 'unknown_scope')
  assert.equal(error.field, 'cluster')
  assert.deepEqual(error.choices.slice(0, 2), ['prod-eu-1', 'prod-eu-2'])
  assert.equal(error.choices.length, 3)
  const mute = agent('mute', [], { status: 'offline', policy: null, incarnation: null })
  const unsure = await refusal(
    [...FLEET, mute],
    request(CLUSTERS, { routing: { cluster: ['staging', 'nope'] } }),
  )
  assert.match(unsure.message, /1 unheard agents/)
})

test('in an empty fleet a name is not wrong: nobody is configured', async () => {
  const { results } = await ask({
    agents: [],
    requests: [request(CLUSTERS, { routing: { cluster: 'prod' } })],
  })
  assert.deepEqual(words(results[0]), ['-/vendor: not_configured'])
})

test('a selector that nothing matches is unknown too, never all', async () => {
  const error = await refusal(FLEET, request(CLUSTERS, { routing: { cluster: 'env=dev' } }))
  assert.equal(error.code, 'unknown_scope')
})

test('an unheard agent that is named is offline, not unknown', async () => {
  const mute = agent('mute', [], { status: 'offline', policy: null, incarnation: null })
  const { results } = await ask({
    agents: [...FLEET, mute],
    requests: [request(CLUSTERS, { routing: { cluster: 'mute' } })],
  })
  assert.deepEqual(words(results[0]), ['mute/unknown: agent_offline'])
})

test('a region that no source can be told apart by is refused instead of ignored', async () => {
  const error = await refusal([account('a', '1')], request(ACCOUNTS, { routing: { region: 'eu-west-1' } }))
  assert.equal(error.code, 'invalid_argument')
  assert.equal(error.field, 'region')
})

test('a question about one named object must say on which cluster; a list, or a composite, asks all', async () => {
  const get = await refusal(FLEET, request(GET))
  assert.equal(get.code, 'scope_required')
  assert.deepEqual(get.choices, ['uid-1', 'uid-2', 'uid-3'])
  assert.equal(
    (await refusal(FLEET, request(CLUSTERS, { arguments: { name: 'api' } }))).code,
    'scope_required',
  )
  const composite = await ask({ agents: FLEET, requests: [request(GET), request(CLUSTERS)] })
  assert.equal(composite.calls.length, 6)
  const named = await ask({ agents: FLEET, requests: [request(GET, { routing: { cluster: 'all' } })] })
  assert.equal(named.calls.length, 3)
})

test('accounts are never swept unasked; one account needs no choice', async () => {
  const error = await refusal([account('a', '1'), account('b', '2')], request(ACCOUNTS))
  assert.equal(error.code, 'scope_required')
  assert.deepEqual(error.choices, ['1', '2'])
  const { calls } = await ask({
    agents: [account('a', '1'), account('b', '1')],
    requests: [request(ACCOUNTS)],
  })
  assert.equal(calls.length, 1)
})

test('a broker without an account is chosen among accounts by the name that is offered for it', async () => {
  const broker = agent('b', [connector('rabbitmq', [ACCOUNTS.id], { scopes: [{ broker: 'orders' }] })])
  const agents = [account('a', '1'), broker]
  const error = await refusal(agents, request(ACCOUNTS))
  assert.deepEqual(error.choices, ['1', 'b/rabbitmq'])
  const routing = { account: 'b/rabbitmq' }
  const { results } = await ask({ agents, requests: [request(ACCOUNTS, { routing })] })
  assert.deepEqual(words(results[0]), ['b/rabbitmq: read'])
})

test('a sweep reads twelve accounts, a label first, and caps the rest with one next call', async () => {
  const many = Array.from({ length: 15 }, (_, index) => {
    const id = String(100 + index)
    return account(`agent-${id}`, id, id === '114' ? { sweep_order: '1' } : {})
  })
  const { results, calls } = await ask({
    agents: many,
    requests: [request(ACCOUNTS, { routing: { account: 'all' } })],
  })
  assert.equal(calls.length, 12)
  assert.ok(calls.some((call) => call.agent === 'ag_agent-114'))
  const capped = (results[0]?.instances ?? [])
    .flatMap((one) => one.outcome.sources)
    .filter((one) => one.state === 'capped')
  assert.deepEqual(
    capped.map((one) => one.scope),
    [{ account: '111' }, { account: '112' }, { account: '113' }],
  )
  for (const source of capped) {
    assert.equal(source.limit, 12)
    assert.deepEqual(source.next, { tool: 'things_account_list', args: { account: ['111', '112', '113'] } })
  }
})

test('what a composite reads is swept twelve accounts at a time, too', async () => {
  const many = Array.from({ length: 26 }, (_, index) => account(`agent-${index}`, String(100 + index)))
  const { results, calls } = await ask({
    agents: many,
    requests: [request(ACCOUNTS, { role: 'enriching' })],
  })
  assert.equal(calls.length, 12)
  assert.equal(words(results[0]).filter((word) => word.endsWith('capped')).length, 14)
})

test('at most 200 clusters are asked side by side', async () => {
  const many = Array.from({ length: 203 }, (_, index) => cluster(`c-${index}`, `uid-${index}`))
  const { results, calls } = await ask({ agents: many, requests: [request(CLUSTERS)] })
  assert.equal(calls.length, 200)
  assert.equal(words(results[0]).filter((word) => word.endsWith('capped')).length, 3)
})

test('a raw query with several backends and none chosen is refused with the choices', async () => {
  const two = [backend('a', 'promql'), backend('b', 'promql')]
  const error = await refusal(two, raw())
  assert.equal(error.code, 'backend_required')
  assert.deepEqual(error.choices, ['a/promql', 'b/promql'])
  // One name that two backends bear is no choice either.
  assert.equal((await refusal(two, raw({ backend: 'promql' }))).code, 'backend_required')
  const chosen = await ask({ agents: two, requests: [raw({ backend: 'b/promql' })] })
  assert.deepEqual(words(chosen.results[0]), ['b/promql: read'])
  assert.equal((await ask({ agents: two, requests: [raw({ backend: 'all' })] })).calls.length, 2)
  assert.equal((await ask({ agents: two, requests: [request(BACKENDS)] })).calls.length, 2)
})

test('one raw query is never sent to two dialects', async () => {
  const error = await refusal([backend('a', 'promql'), backend('b', 'logql')], raw({ backend: 'all' }))
  assert.equal(error.code, 'wrong_dialect')
  assert.equal(error.field, 'query')
})

test('a question of filters goes to every backend, whatever its dialect, when the raw query is left out', async () => {
  const two = [backend('a', 'promql'), backend('b', 'logql')]
  const { results } = await ask({ agents: two, requests: [request(RAW)] })
  assert.deepEqual(words(results[0]), ['a/promql: read', 'b/logql: read'])
})

const TWINS = [cluster('a', 'uid-1'), cluster('b', 'uid-1')]

test('of two agents on one proved cluster one is asked, and the other is not needed', async () => {
  const { results, calls } = await ask({ agents: TWINS, requests: [request(CLUSTERS)] })
  assert.deepEqual(
    calls.map((call) => call.agent),
    ['ag_a'],
  )
  assert.deepEqual(words(results[0]), ['a/kubernetes: read', 'b/kubernetes: (not_needed)'])
  assert.equal(results[0]?.instances[1]?.outcome.sources[0]?.covered_by, 'kubernetes@a')
})

test('an agent that runs in the cluster is asked before one that only says it reaches it', async () => {
  const native = {
    ...cluster('z', 'uid-1'),
    identity: { kind: 'kubernetes', id: 'uid-1/vedette/agent' } as const,
  }
  const { calls } = await ask({ agents: [cluster('a', 'uid-1'), native], requests: [request(CLUSTERS)] })
  assert.deepEqual(
    calls.map((call) => call.agent),
    ['ag_z'],
  )
})

test('the second is asked when the first stays blind, and then covers it', async () => {
  const { results, calls } = await ask({
    agents: TWINS,
    requests: [request(CLUSTERS)],
    script: (call) => (call.agent === 'ag_a' ? TIMED_OUT : answer(['x'])),
  })
  assert.deepEqual(
    calls.map((call) => call.budget_ms),
    [9_000, 15_000],
  )
  assert.deepEqual(words(results[0]), ['a/kubernetes: (timed_out)', 'b/kubernetes: read'])
  assert.equal(results[0]?.instances[0]?.outcome.sources[0]?.covered_by, 'kubernetes@b')
})

test('an offline twin is covered by the one that was read, and by nothing less', async () => {
  const agents = [cluster('a', 'uid-1'), { ...cluster('b', 'uid-1'), status: 'offline' as const }]
  const whole = await ask({ agents, requests: [request(CLUSTERS)] })
  assert.deepEqual(words(whole.results[0]), ['a/kubernetes: read', 'b/kubernetes: (agent_offline)'])
  const cut = await ask({
    agents,
    requests: [request(CLUSTERS)],
    script: () => answer(['x'], [{ scope: {}, state: 'truncated', cap: 'rows', at_least: 1 }]),
  })
  assert.deepEqual(words(cut.results[0]), ['a/kubernetes: truncated', 'b/kubernetes: agent_offline'])
})

test('every cover that is claimed holds before the law', async () => {
  const scripts = [
    () => answer(['x']),
    () => answer([]),
    (call: { agent: string }) => (call.agent === 'ag_a' ? TIMED_OUT : answer(['x'])),
    (call: { agent: string }) => (call.agent === 'ag_b' ? TIMED_OUT : answer([])),
    () => TIMED_OUT,
  ]
  for (const script of scripts) {
    const { results } = await ask({ agents: TWINS, requests: [request(CLUSTERS)], script })
    const sources = (results[0]?.instances ?? []).flatMap((one) => one.outcome.sources)
    assert.deepEqual(checkCover(sources), sources)
  }
})

test('one operation asked twice in one answer carries which question each source stands for', async () => {
  const { results } = await ask({
    agents: TWINS,
    requests: [
      request(CLUSTERS, { arguments: { query: 'a' } }),
      request(CLUSTERS, { arguments: { query: 'b' } }),
    ],
  })
  const questions = results.map(
    (result) =>
      new Set(result.instances.flatMap((one) => one.outcome.sources.map((source) => source.question))),
  )
  assert.equal(questions[0]?.size, 1)
  assert.notDeepEqual(questions[0], questions[1])
  const single = await ask({ agents: TWINS, requests: [request(CLUSTERS)] })
  assert.equal(single.results[0]?.instances[0]?.outcome.sources[0]?.question, undefined)
})

test('a first one that was read in part is not read twice, and claims no cover', async () => {
  const { results, calls } = await ask({
    agents: TWINS,
    requests: [request(CLUSTERS)],
    script: () => answer(['x'], [{ scope: {}, state: 'truncated', cap: 'rows', at_least: 1 }]),
  })
  assert.equal(calls.length, 1)
  const [source] = results[0]?.instances[1]?.outcome.sources ?? []
  assert.equal(source?.state, 'not_needed')
  assert.equal(source?.covered_by, undefined)
  assert.notEqual(source?.because, undefined)
})

test('two hosts of one name are two sources: a name proves nothing', async () => {
  const host = (name: string) =>
    agent(name, [connector('host', [HOSTS.id], { scopes: [{ host: 'localhost' }] })])
  const { results } = await ask({ agents: [host('a'), host('b')], requests: [request(HOSTS)] })
  assert.deepEqual(words(results[0]), ['a/host: read', 'b/host: read'])
})

test('two backends of one scope are two sources unless the operator says that one covers the other', async () => {
  const pair = (covers: readonly string[]) => [
    agent('a', [
      connector('thanos', [BACKENDS.id], { scopes: [{ cluster: 'c' }], covers: [...covers] }),
      connector('prometheus', [BACKENDS.id], { scopes: [{ cluster: 'c' }] }),
    ]),
  ]
  const plain = await ask({ agents: pair([]), requests: [request(BACKENDS)] })
  assert.equal(plain.calls.length, 2)
  const covered = await ask({ agents: pair(['prometheus']), requests: [request(BACKENDS)] })
  assert.deepEqual(words(covered.results[0]), ['a/prometheus: not_needed', 'a/thanos: read'])
  const blind = await ask({
    agents: pair(['prometheus']),
    requests: [request(BACKENDS)],
    script: (call) =>
      call.instance === 'thanos' ? lost({ state: 'unusable', why: 'malformed' }) : answer(['x']),
  })
  assert.deepEqual(words(blind.results[0]), ['a/prometheus: read', 'a/thanos: unusable'])
})

const refused = (code: 'invalid_argument' | 'not_found') => ({
  kind: 'refused' as const,
  error: { code, field: 'name', message: 'no such\u0007 thing', fix: 'another name' },
})

test('a wrong argument becomes a typed error in plain text', async () => {
  const asked = ask({
    agents: FLEET,
    requests: [request(CLUSTERS)],
    script: () => refused('invalid_argument'),
  })
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof RoutingError)
    assert.equal(error.code, 'invalid_argument')
    assert.equal(error.message, 'no such  thing')
    return true
  })
})

test('not found is said only when every source was asked and none has it', async () => {
  const all = { routing: { cluster: 'all' } } as const
  await assert.rejects(
    ask({ agents: FLEET, requests: [request(GET, all)], script: () => refused('not_found') }),
    (error) => error instanceof RoutingError && error.code === 'not_found',
  )
  const found = await ask({
    agents: FLEET,
    requests: [request(GET, all)],
    script: (call) => (call.agent === 'ag_staging' ? answer(['x']) : refused('not_found')),
  })
  assert.deepEqual(words(found.results[0]), [
    'prod-eu-1/kubernetes: not_needed',
    'prod-eu-2/kubernetes: not_needed',
    'staging/kubernetes: read',
  ])
  const [first, second] = FLEET
  const offline = [{ ...FLEET[2], status: 'offline' as const }, first, second].filter(
    (one) => one !== undefined,
  )
  const unsure = await ask({
    agents: offline as Parameters<typeof ask>[0]['agents'],
    requests: [request(GET, all)],
    script: () => refused('not_found'),
  })
  assert.deepEqual(words(unsure.results[0]), [
    'prod-eu-1/kubernetes: not_needed',
    'prod-eu-2/kubernetes: not_needed',
    'staging/kubernetes: agent_offline',
  ])
})

test("a refusal of a composite's own question is our fault and unusable", async () => {
  const { results } = await ask({
    agents: FLEET,
    requests: [request(CLUSTERS), request(GET, { role: 'enriching' })],
    script: (call) => (call.operation === GET.id ? refused('invalid_argument') : answer(['x'])),
  })
  assert.deepEqual(new Set(words(results[1]).map((word) => word.split(': ')[1])), new Set(['unusable']))
})
