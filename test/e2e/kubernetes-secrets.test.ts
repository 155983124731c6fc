import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { toToolName } from '@vedette/proto/operations'
import { createFolder, ROOT } from '@vedette/test/kit'
import { callTool, connectClient } from './mcp-client.ts'
import { startAgent, startStand, untilAgent } from './stand.ts'

const FIXTURES = join(ROOT, 'connectors/kubernetes/fixtures')
const COPY = 'kubectl.kubernetes.io/last-applied-configuration'
const CANARIES = {
  copy: 'canary-of-the-copy',
  variable: 'canary-of-a-variable',
  password: 'c4n4ry-Pa55w0rd-zq',
}
const ADDRESS = `postgres://app:${CANARIES.password}@db.internal/shop`
const HIDDEN = new RegExp(Object.values(CANARIES).join('|'), 'g')

type Fixture = Readonly<{ operation: string; input: Record<string, unknown>; routes: readonly Route[] }>

function readJson<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(FIXTURES, name, file), 'utf8')) as T // written by hand, and checked by the suite
}

// Every recorded answer that a read of some kind gave.
function readFixtures(): readonly Fixture[] {
  return readdirSync(FIXTURES).flatMap((name) => {
    const { operation, input = {} } = readJson<{ operation?: string; input?: Record<string, unknown> }>(
      name,
      'request.json',
    )
    const isValue = 'value' in readJson<object>(name, 'expected.json')
    if (operation === undefined || !isValue || operation === 'k8s.workloads.restart') return []
    return [{ operation, input, routes: readJson<Route[]>(name, 'responses.json') }]
  })
}

// The same objects with secrets wherever people leave them.
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant)
  if (typeof value !== 'object' || value === null) return value
  const object: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, plant(member)]),
  )
  const { metadata, containers, involvedObject, data } = object
  if (isNamed(metadata))
    object['metadata'] = {
      ...metadata,
      annotations: {
        ...Object(metadata['annotations']),
        [COPY]: JSON.stringify({ note: CANARIES.copy }),
        'example.com/dsn': ADDRESS,
      },
    }
  if (Array.isArray(containers))
    object['containers'] = containers.map((one: object) => ({
      ...one,
      args: ['--dsn', ADDRESS],
      env: [
        { name: 'PLAIN', value: CANARIES.variable },
        { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'kept-by-name', key: 'token' } } },
      ],
    }))
  if (involvedObject !== undefined) object['message'] = `cannot reach ${ADDRESS}`
  if (data !== undefined && isNamed(metadata)) object['data'] = { ...Object(data), dsn: ADDRESS }
  return object
}

function isNamed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && 'name' in value
}

const toPlanted = (routes: readonly Route[]) =>
  routes.map((route) => ('json' in route ? { ...route, json: plant(route.json) } : route))

test('no kind of Kubernetes gives away a copy, a variable, an argument, a ConfigMap or an event with a secret in it', {
  timeout: 300_000,
}, async (t) => {
  const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }
  const probe = readJson<Route[]>('probe', 'responses.json').map((route) =>
    route.path.endsWith('/selfsubjectrulesreviews')
      ? {
          ...route,
          json: { status: { resourceRules: [everything], nonResourceRules: [], incomplete: false } },
        }
      : route,
  )
  const server = await createReplayServer(probe)
  t.after(() => server.stop())
  const token = join(createFolder(t), 'token')
  writeFileSync(token, 'not-a-real-token')
  const stand = await startStand(t)
  const config = { server: server.url, cluster: 'prod', token: { file: token } }
  await startAgent(t, stand, { machine: 'hub-1', connectors: [{ connector: 'kubernetes', config }] })
  await untilAgent(stand, 'hub-1', { status: 'connected', health: { kubernetes: 'up' } })
  const client = await connectClient(t, stand, 'modern')
  const transcript: string[] = []
  const read = new Set<string>()
  const planted = new Set<string>()
  for (const { operation, input, routes } of readFixtures()) {
    const served = toPlanted(routes)
    for (const [canary] of JSON.stringify(served).matchAll(HIDDEN)) planted.add(canary)
    server.load([...served, ...probe])
    const answer = await callTool(client, toToolName(operation), input)
    transcript.push(`${operation} ${answer.text}`)
    if (!answer.isError && answer.body.visibility === 'full') read.add(operation)
  }
  assert.deepEqual([...planted].sort(), Object.values(CANARIES).sort())
  assert.ok(read.size >= 25, `read in full: ${[...read].join(', ')}`)
  const text = transcript.join('\n')
  assert.deepEqual(
    transcript.filter((one) => one.match(HIDDEN) !== null).map((one) => one.slice(0, 60)),
    [],
  )
  assert.doesNotMatch(text, /last-applied-configuration/)
  // What is hidden is hidden by value: names stay, so that a person knows where to look.
  assert.match(text, /kept-by-name/)
  assert.match(text, /PLAIN/)
  assert.match(text, /"dsn"/)
})
