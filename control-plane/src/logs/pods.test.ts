import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from '@vedette/proto/visibility'
import {
  agentView,
  connectorState,
  createClockAtNow,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  NOW,
  principal,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import type { CallRequest, CallResult } from '../bus/types.ts'
import { createDispatch } from '../dispatch/index.ts'
import type { ReadRequest } from '../dispatch/types.ts'
import type { AgentView } from '../fleet/types.ts'
import { createToolSurface } from '../tools/index.ts'
import type { ToolContext } from '../tools/types.ts'
import { createLogTools } from './index.ts'

const CLUSTER = { cluster: 'eu-1' }
const OPERATIONS = ['k8s.pods.list', 'k8s.pods.logs']
const eu = agentView('eu-1', [connectorState('kubernetes', OPERATIONS, { scopes: [CLUSTER] })])
const loki = connectorState('loki', ['logs.search'], { dialect: 'logql' })

function pod(name: string, more: object = {}) {
  const owner = { kind: 'ReplicaSet', name: `${name.split('-')[0]}-6d4f9c7b8` }
  return {
    ...{ namespace: 'shop', name, phase: 'Running', status: 'Running', problem: false, message: null },
    ...{ ready_containers: 1, containers: 1, restarts: 0, last_exit: null, node: 'n1', owner, images: [] },
    ...{ ip: null, created_at: '2030-01-15T10:00:00Z', deleting_since: null, ...more },
  }
}

const lineOf = (message: string, ago: number, run = 'current') => ({
  ...{ at: new Date(NOW - ago).toISOString(), container: 'app', run, message },
})

type World = Readonly<{
  pods?: readonly object[]
  podsPart?: Partial<Part>
  logs?: (name: string) => Readonly<{ lines: readonly object[]; part?: Partial<Part> }>
  agents?: readonly AgentView[]
}>

// A cluster that shows these pods and their logs, and no log backend unless the test adds one.
function start({ pods = [], podsPart, logs = () => ({ lines: [] }), agents = [eu] }: World) {
  const clock = createClockAtNow()
  const fleet = createFakeFleet(agents)
  const dispatch = createFakeDispatch((request) => answer(request))
  const parts = { fleet, dispatch, clock, zoneOf: () => 'UTC' }
  const surface = createToolSurface({ ...parts, store: createFakeAudit(), extraTools: createLogTools(parts) })

  function answer(request: ReadRequest) {
    const { id } = request.operation
    if (id === 'k8s.pods.list') {
      const value = podsPart === undefined ? { pods, by_status: {} } : undefined
      return readResult(request, value, { scope: CLUSTER, items: pods.length, ...podsPart })
    }
    if (id !== 'k8s.pods.logs') return assert.fail(`${id} is asked`)
    const name = String(request.arguments['name'])
    const { lines, part } = logs(name)
    const scope = { ...CLUSTER, namespace: 'shop', pod: name }
    const isBlind = part?.state === 'forbidden'
    return readResult(request, isBlind ? undefined : { lines }, { scope, items: lines.length, ...part })
  }

  async function call(args: object, context: Partial<ToolContext> = {}) {
    const result = await surface.call('logs_search', args, toolContext(context))
    return result.kind === 'error' ? { error: result.error } : JSON.parse(result.text)
  }
  const asked = () =>
    dispatch.asked.flatMap(({ request }) =>
      request.operation.id === 'k8s.pods.logs' ? [request.arguments['name']] : [],
    )
  return { surface, call, asked, dispatch }
}

const REFUSED = { state: 'forbidden', missing: 'get pods/log' } as Partial<Part>
const unreadOf = (body: { _sources: { unread?: readonly { operation: string; state: string }[] } }) =>
  body._sources.unread?.map(({ operation, state }) => `${operation} ${state}`)

test('without a log backend, the logs of the pods of a workload are read, those before a restart too', async () => {
  const { call, asked, surface, dispatch } = start({
    pods: [pod('web-1'), pod('web-2', { restarts: 3 }), pod('api-1')],
    logs: (name) => ({
      lines: [lineOf(`${name} payment 7 refused`, 9_000), lineOf(`${name} killed`, 20_000, 'previous')],
    }),
  })
  assert.ok(surface.announced(principal()).some((tool) => tool.name === 'logs_search'))
  const body = await call({ workload: 'web', namespace: 'shop', contains: ['e'] })
  assert.deepEqual(asked(), ['web-2', 'web-1'])
  const logs = dispatch.asked.map(({ request }) => request).find((one) => one.arguments['name'] === 'web-2')
  assert.deepEqual(
    [logs?.arguments['match'], logs?.arguments['limit'], logs?.routing],
    ['e', 500, { cluster: 'eu-1' }],
  )
  assert.deepEqual(body.pods, { named: { workload: 'web', namespace: 'shop' }, matched: 2, read: 2 })
  assert.deepEqual(body.lines_read, { at_least: 4 })
  assert.ok(body.templates.every((one: { new: unknown }) => one.new === null))
  assert.deepEqual(
    body.newest.map((one: Record<string, unknown>) => [one['message'], one['host'], one['source']]),
    [
      ['web-2 payment 7 refused', 'web-2', 'app'],
      ['web-1 payment 7 refused', 'web-1', 'app'],
      ['web-2 killed', 'web-2', 'app (before its restart)'],
      ['web-1 killed', 'web-1', 'app (before its restart)'],
    ],
  )
  // A cluster keeps nothing of pods that are gone: never the whole of what was written.
  assert.equal(body.visibility, 'partial')
  assert.ok(unreadOf(body)?.includes('logs.search not_configured'), JSON.stringify(body._sources))
})

test('view lines gives them as they are', async () => {
  const { call } = start({
    pods: [pod('web-1')],
    logs: () => ({ lines: [1, 2, 3].map((n) => lineOf(`${n}`, n)) }),
  })
  const body = await call({ service: 'web', view: 'lines', limit: 2 })
  assert.deepEqual(
    body.lines.map((one: { message: string }) => one.message),
    ['1', '2'],
  )
  assert.deepEqual(body.pods.named, { workload_called_like_service: 'web' })
  assert.equal(body.templates, undefined)
})

test('nothing found is never nothing there', async () => {
  const worlds: readonly World[] = [{ pods: [pod('web-1')] }, { pods: [pod('api-1')] }, { pods: [] }]
  for (const world of worlds) {
    const body = await start(world).call({ workload: 'web' })
    assert.equal(body.visibility, 'partial')
    assert.equal(body.lines_read, null)
    assert.deepEqual(body.newest, [])
    assert.match(JSON.stringify(body.coverage), /"operation":"k8s.pods.logs","state":"unproven"/)
  }
  const blind = await start({ podsPart: REFUSED }).call({ workload: 'web' })
  assert.deepEqual([blind.visibility, blind.error], ['none', 'no_visibility'])
})

test('a pod whose log is refused, and pods beyond twenty, are named and not left out in silence', async () => {
  const pods = Array.from({ length: 23 }, (_, n) => pod(`web-${n}`, { restarts: n }))
  const { call, asked } = start({
    pods,
    logs: (name) => (name === 'web-22' ? { lines: [], part: REFUSED } : { lines: [lineOf(name, 1)] }),
  })
  const body = await call({ workload: 'deployment/web' })
  assert.equal(asked().length, 20)
  assert.equal(asked()[0], 'web-22')
  assert.deepEqual([body.pods.matched, body.pods.read, body.lines_read], [23, 20, { at_least: 19 }])
  const missing = body.coverage.missing as readonly Record<string, string>[]
  const of = (state: string) => missing.flatMap((one) => (one['state'] === state ? [one['scope']] : []))
  assert.deepEqual(of('capped'), ['eu-1/shop/web-0', 'eu-1/shop/web-1', 'eu-1/shop/web-2'])
  assert.deepEqual(of('forbidden'), ['eu-1/shop/web-22'])
})

test('a filter that pods cannot be searched by is refused, and so is a search of all of them', async () => {
  const { call, dispatch } = start({ pods: [pod('web-1')] })
  const cases: readonly [object, string][] = [
    [{ workload: 'web', severity: 'error' }, 'severity'],
    [{ workload: 'web', not: ['health'] }, 'not'],
    [{ workload: 'web', environment: 'prod' }, 'environment'],
    [{ query: '{app="web"}' }, 'query'],
    [{ workload: 'web', contains: ['a', 'b'] }, 'contains'],
    [{ workload: 'web', contains: ['a'], trace_id: 'b7' }, 'contains'],
    [{ contains: ['a'] }, 'workload'],
  ]
  for (const [args, field] of cases) {
    const { error } = await call(args)
    assert.deepEqual([error.code, error.field], ['invalid_argument', field], JSON.stringify(args))
  }
  assert.deepEqual(dispatch.asked, [])
})

test('a log backend that is known is asked, however it is, and pods are not', async () => {
  const ask = async (agents: readonly AgentView[], who: object = {}) => {
    const { surface, dispatch } = start({ agents, pods: [pod('web-1')] })
    const context = toolContext({ principal: principal(who) })
    await surface.call('logs_search', { workload: 'web' }, context).catch(() => null)
    return [...new Set(dispatch.asked.map(({ request }) => request.operation.id))]
  }
  const [kubernetes] = eu.connectors
  assert.ok(kubernetes !== undefined)
  assert.deepEqual(await ask([{ ...eu, connectors: [kubernetes, loki] }]), ['logs.search'])
  const away = agentView('eu-2', [loki], { status: 'offline' })
  assert.deepEqual(await ask([eu, away]), ['logs.search'])
  assert.deepEqual(await ask([eu, agentView('eu-3', [], { status: 'offline' })]), ['logs.search'])
  const denied = { ...loki, operations: [], denied: [{ id: 'logs.search', rule: 'r1' }] }
  assert.deepEqual(await ask([{ ...eu, connectors: [kubernetes, denied] }]), [
    'k8s.pods.list',
    'k8s.pods.logs',
  ])
  // A token that may not ask the backend is not let through to it.
  assert.deepEqual(await ask([{ ...eu, connectors: [kubernetes, loki] }], { families: ['k8s'] }), [
    'k8s.pods.list',
    'k8s.pods.logs',
  ])
  assert.deepEqual(await ask([eu], { families: ['logs'] }), [])
})

test('each log is read in the cluster that showed the pod', async () => {
  const calls: CallRequest[] = []
  const callAgent = async (request: CallRequest): Promise<CallResult> => {
    calls.push(request)
    const { agent, arguments: args } = request
    const isList = request.operation === 'k8s.pods.list'
    const scope = { cluster: agent === 'id-a' ? 'eu' : 'us', cluster_uid: `uid-${agent}` }
    const pods = agent === 'id-a' ? [pod('web-1')] : [pod('web-2'), pod('api-1')]
    const body = isList ? { pods, by_status: {} } : { lines: [lineOf(`from ${args['name']}`, 1_000)] }
    const part = { state: 'read', items: 1, as_of: '2030-01-15T12:00:00Z' } as const
    const meta = { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '0' }
    const place = isList ? scope : { ...scope, namespace: 'shop', pod: String(args['name']) }
    return { kind: 'answered', parts: [{ ...part, scope: place }], body, meta }
  }
  const clusterOf = (name: string, cluster: string) => {
    const scopes = [{ cluster, cluster_uid: `uid-id-${name}` }]
    return agentView(name, [connectorState('kubernetes', OPERATIONS, { scopes })])
  }
  const clock = createClockAtNow()
  const fleet = createFakeFleet([clusterOf('a', 'eu'), clusterOf('b', 'us')])
  const dispatch = createDispatch({ fleet, callAgent, clock, tick_ms: 10_000 })
  const parts = { fleet, dispatch, clock, zoneOf: () => 'UTC' }
  const surface = createToolSurface({ ...parts, store: createFakeAudit(), extraTools: createLogTools(parts) })
  const ask = async (args: object) => {
    const result = await surface.call('logs_search', { workload: 'web', ...args }, toolContext())
    return result.kind === 'error' ? assert.fail(JSON.stringify(result.error)) : JSON.parse(result.text)
  }
  const body = await ask({})
  assert.deepEqual(
    calls.flatMap(({ operation, agent, arguments: args }) =>
      operation === 'k8s.pods.logs' ? [`${agent} ${args['name']}`] : [],
    ),
    ['id-a web-1', 'id-b web-2'],
  )
  assert.deepEqual([body.visibility, body.pods.matched, body.lines_read], ['partial', 2, { at_least: 2 }])
  calls.length = 0
  assert.equal((await ask({ cluster: 'us' })).pods.matched, 1)
  assert.deepEqual([...new Set(calls.map(({ agent }) => agent))], ['id-b'])
})
