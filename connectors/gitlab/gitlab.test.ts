import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFakeClock, createReplayServer, describeConnector } from '@vedette/connectors/kit/testing'
import { ArgumentError } from '@vedette/proto/connector'
import { gitlabConnector } from './index.ts'

describeConnector({
  connector: gitlabConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, group: 'acme', token: { env: 'GITLAB_TOKEN' } }),
})

const server = await createReplayServer()
after(() => server.stop())
const EVIL = [
  '..%2f..%2fuser',
  '../x',
  'a//b',
  '/a',
  'a;b',
  'a?b',
  'a#b',
  'a\0b',
  '%2e%2e/x',
  'a\\b',
  '.',
  '..',
]
const WINDOW = { from: '2026-11-29T12:00:00Z', to: '2026-11-30T12:00:00Z' }
const KNOWN = ['/api/v4/personal_access_tokens/self', '/api/v4/groups/acme', '/api/v4/projects/acme%2Fshop']

async function refuse(operation: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  const answers = [
    { scopes: ['read_api'], active: true },
    { id: 5, full_path: 'acme' },
    { id: 11, path_with_namespace: 'acme/shop', default_branch: 'main' },
  ]
  server.load(KNOWN.map((path, index) => ({ path, json: answers[index] })))
  const clock = createFakeClock()
  const config = gitlabConnector.config.parse({ url: server.url, group: 'acme', token: { env: 'T' } })
  const client = gitlabConnector.connect(config, { clock, instance: 'gl', readSecret: async () => 'token' })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 }
  const served = gitlabConnector.operations.find((one) => one.operation.id === operation)
  await assert.rejects(async () => served?.run(client, input, context), ArgumentError, JSON.stringify(input))
  await gitlabConnector.close?.(client)
  assert.deepEqual(
    server.requests.filter(({ path }) => !KNOWN.includes(path)),
    [],
  )
}

test('no name of a project, path or revision can leave its place', async () => {
  for (const evil of EVIL) {
    await refuse('scm.commits.list', { repo: `acme/${evil}`, ...WINDOW })
    await refuse('scm.files.get', { repo: 'acme/shop', path: evil })
    await refuse('scm.compare', { repo: 'acme/shop', base: evil, head: 'main' })
    await refuse('scm.commits.list', { repo: 'acme/shop', ref: evil, ...WINDOW })
    await refuse('ci.runs.get', { repo: 'acme/shop', run: evil })
    await refuse('ci.jobs.logs', { repo: 'acme/shop', job: evil })
  }
})

test('a project beside the group is not of the group, however alike their names', async () => {
  await refuse('scm.commits.list', { repo: 'acme-other/shop', ...WINDOW })
  await refuse('scm.commits.list', { repo: 'acme', ...WINDOW })
})

test('a token that is not active is unauthorized, and one without read_api forbidden', async () => {
  for (const [json, state] of [
    [{ scopes: ['read_api'], active: false }, 'unauthorized'],
    [{ scopes: ['read_api'], active: true, revoked: true }, 'unauthorized'],
    [{ scopes: ['read_repository'], active: true }, 'forbidden'],
  ] as const) {
    server.load([{ path: '/api/v4/personal_access_tokens/self', json }])
    const clock = createFakeClock()
    const config = gitlabConnector.config.parse({ url: server.url, group: 'acme', token: { env: 'T' } })
    const client = gitlabConnector.connect(config, { clock, instance: 'gl', readSecret: async () => 'token' })
    const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 }
    const probe = await gitlabConnector.probe(client, context)
    assert.deepEqual([probe.health, probe.code, probe.scopes], ['down', state, []])
    await gitlabConnector.close?.(client)
  }
})
