import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createFakeClock, createReplayServer, describeConnector } from '@vedette/connectors/kit/testing'
import { ArgumentError } from '@vedette/proto/connector'
import { findDrift } from './drift.ts'
import { argocdConnector } from './index.ts'

describeConnector({
  connector: argocdConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, token: { env: 'ARGOCD_TOKEN' } }),
})

const server = await createReplayServer()
after(() => server.stop())
const USER = {
  path: '/api/v1/session/userinfo',
  json: { loggedIn: true, username: 'vedette', iss: 'argocd' },
}

function open(rest: Readonly<Record<string, unknown>> = {}) {
  const clock = createFakeClock(Date.parse('2026-11-30T12:00:00Z'))
  const config = argocdConnector.config.parse({ url: server.url, token: { env: 'T' }, ...rest })
  const client = argocdConnector.connect(config, { clock, instance: 'cd', readSecret: async () => 'token' })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 }
  const run = async (operation: string, input: Readonly<Record<string, unknown>>) => {
    const served = argocdConnector.operations.find((one) => one.operation.id === operation)
    assert.ok(served)
    return served.run(client, input, context).finally(() => argocdConnector.close?.(client))
  }
  return { run, probe: () => argocdConnector.probe(client, context) }
}

test('no name of an application can leave its place', async () => {
  for (const evil of [
    '..%2f..',
    '../x',
    'a//b',
    '/a',
    'a;b',
    'a?b',
    'a#b',
    'a\0b',
    '%2e%2e/x',
    '*',
    'a/*',
    '.',
    '..',
  ]) {
    server.load([USER])
    for (const [operation, input] of [
      ['gitops.apps.get', { app: evil }],
      ['gitops.apps.diff', { app: evil }],
      ['gitops.apps.history', { app: evil }],
      ['deploys.get', { id: `argocd/${evil}/1` }],
    ] as const)
      await assert.rejects(open().run(operation, input), ArgumentError, evil)
    assert.deepEqual(
      server.requests.filter(({ path }) => path !== USER.path),
      [],
    )
  }
})

test('a server that lets strangers in is not read as if the token were good', async () => {
  server.load([{ path: USER.path, json: { loggedIn: false } }])
  const probe = await open().probe()
  assert.deepEqual([probe.health, probe.code, probe.scopes], ['down', 'unauthorized', []])
})

test('another account than the expected one is not read', async () => {
  server.load([USER])
  const probe = await open({ expect_account: 'somebody' }).probe()
  assert.deepEqual([probe.health, probe.code], ['down', 'unusable'])
})

test('an account that does not see a configured project leaves its absence open', async () => {
  server.load([
    USER,
    { path: '/api/v1/applications', query: { projects: ['shop', 'pay'] }, json: { items: null } },
    { path: '/api/v1/account/can-i/applications/get/shop/*', json: { value: 'yes' } },
    { path: '/api/v1/account/can-i/applications/get/pay/*', json: { value: 'no' } },
  ])
  const { parts } = await open({ projects: ['shop', 'pay'] }).run('gitops.apps.list', {})
  assert.deepEqual(
    parts.map(({ state, missing }) => [state, missing]),
    [
      ['unproven', undefined],
      ['forbidden', 'applications, get, pay/*'],
    ],
  )
})

describe('a difference of one resource', () => {
  const base = { kind: 'ConfigMap', name: 'shop', namespace: 'prod' }
  const text = (data: object) => JSON.stringify({ kind: 'ConfigMap', data })

  test('names each field that differs, on either side', () => {
    const drift = findDrift({
      ...base,
      targetState: text({ size: '5' }),
      predictedLiveState: text({ size: '5', list: [1] }),
      normalizedLiveState: text({ size: '50', list: [1, 2] }),
    })
    assert.ok(typeof drift === 'object')
    assert.deepEqual(drift.fields, [
      { path: 'data.list[1]', wanted: null, live: '2' },
      { path: 'data.size', wanted: '5', live: '50' },
    ])
  })

  test('never shows a value of a Secret', () => {
    const secret = {
      ...base,
      kind: 'Secret',
      group: '',
      targetState: text({ key: 'canary-a' }),
      liveState: text({ key: 'canary-b' }),
    }
    assert.doesNotMatch(JSON.stringify(findDrift(secret)), /canary/)
    assert.match(JSON.stringify(findDrift(secret)), /data\.key/)
  })

  test('tells missing, extra, equal and unreadable apart', () => {
    const state = text({ size: '5' })
    const change = (one: object) => {
      const drift = findDrift({ ...base, ...one })
      return typeof drift === 'object' ? drift.change : drift
    }
    assert.deepEqual(
      [
        change({ targetState: state, liveState: 'null' }),
        change({ targetState: 'null', liveState: state }),
        change({ targetState: state, liveState: state }),
        change({ targetState: state, liveState: '{"kind":' }),
      ],
      ['missing', 'extra', 'none', 'unreadable'],
    )
  })
})
