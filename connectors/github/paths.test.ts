import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createFakeClock, createReplayServer } from '@vedette/connectors/kit/testing'
import { ArgumentError } from '@vedette/proto/connector'
import { githubConnector } from './index.ts'
import { quoteWords } from './search.ts'

const server = await createReplayServer()
after(() => server.stop())
const repo = { id: 11, name: 'shop', full_name: 'acme/shop', default_branch: 'main' }
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

async function refuse(operation: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  server.load([
    { path: '/user', json: { login: 'acme', id: 1, type: 'User' } },
    { path: '/repos/acme/shop', json: repo },
  ])
  const clock = createFakeClock()
  const config = githubConnector.config.parse({ url: server.url, owner: 'acme', token: { env: 'T' } })
  const client = githubConnector.connect(config, { clock, instance: 'gh', readSecret: async () => 'token' })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 }
  const served = githubConnector.operations.find((one) => one.operation.id === operation)
  await assert.rejects(async () => served?.run(client, input, context), ArgumentError, JSON.stringify(input))
  await githubConnector.close?.(client)
  const known = ['/user', '/repos/acme/shop']
  assert.deepEqual(
    server.requests.filter(({ path }) => !known.includes(path)),
    [],
  )
}

test('no name of a repository, path or revision can leave its place', async () => {
  for (const evil of EVIL) {
    await refuse('scm.commits.list', { repo: `acme/${evil}`, ...WINDOW })
    await refuse('scm.files.get', { repo: 'acme/shop', path: evil })
    await refuse('scm.compare', { repo: 'acme/shop', base: evil, head: 'main' })
    await refuse('scm.commits.list', { repo: 'acme/shop', ref: evil, ...WINDOW })
    await refuse('ci.runs.get', { repo: 'acme/shop', run: evil })
    await refuse('ci.jobs.logs', { repo: 'acme/shop', job: evil })
    await refuse('deploys.get', { id: `acme/${evil}/1` })
  }
})

test('words of a search cannot become qualifiers', () => {
  assert.equal(quoteWords('pool" repo:other/x'), '"pool" "repo:other/x"')
  assert.throws(() => quoteWords(' "" '), { name: 'ArgumentError', field: 'query' })
})
