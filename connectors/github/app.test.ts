import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { after, test } from 'node:test'
import { createFakeClock, createReplayServer } from '@vedette/connectors/kit/testing'
import { SourceError } from '@vedette/proto/connector'
import { githubConnector } from './index.ts'

const server = await createReplayServer()
after(() => server.stop())
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const OLD_FORM = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()

const account = { login: 'acme', id: 4242, type: 'Organization' }
const repo = { id: 11, name: 'shop', full_name: 'acme/shop', default_branch: 'main' }
const routes = (expires: string) => [
  { path: '/app/installations/9', json: { account } },
  {
    path: '/app/installations/9/access_tokens',
    method: 'POST' as const,
    status: 201,
    json: { token: 'ghs_narrow', expires_at: expires },
  },
  { path: '/repos/acme/shop', json: repo },
  { path: '/repos/acme/shop/pulls', json: [] },
]

const PULLS = { repo: 'acme/shop', from: '2026-11-29T12:00:00Z', to: '2026-11-30T12:00:00Z' }

function open(pem: () => string = () => OLD_FORM, id = 'scm.pulls.list') {
  const clock = createFakeClock(Date.parse('2026-11-30T12:00:00Z'))
  const raw = {
    url: server.url,
    owner: 'acme',
    app_id: 77,
    installation_id: 9,
    private_key: { file: '/key' },
  }
  const config = githubConnector.config.parse(raw)
  const client = githubConnector.connect(config, { clock, instance: 'gh', readSecret: async () => pem() })
  const served = githubConnector.operations.find(({ operation }) => operation.id === id)
  assert.ok(served)
  const run = (input: object = PULLS) =>
    served.run(client, input, { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 })
  return { clock, run, close: () => githubConnector.close?.(client) }
}

const grants = () => server.requests.filter(({ path }) => path.endsWith('/access_tokens'))

test('an App asks for a token of one repository and of the permissions of one read, and uses it until it expires', async () => {
  server.load(routes('2026-11-30T13:00:00Z'))
  const { clock, run, close } = open()
  await run()
  await run()
  assert.deepEqual(
    grants().map(({ body }) => JSON.parse(body)),
    [
      { permissions: { metadata: 'read' }, repositories: ['shop'] },
      { permissions: { pull_requests: 'read', metadata: 'read' }, repositories: ['shop'] },
    ],
  )
  const read = server.requests.find(({ path }) => path.endsWith('/pulls'))
  assert.equal(read?.headers.authorization, 'Bearer ghs_narrow')
  clock.advance(59 * 60_000)
  await run()
  assert.equal(grants().length, 4)
  await close()
})

test("the App's own token is signed by its key, in the form that GitHub hands out", async () => {
  server.load(routes('2026-11-30T13:00:00Z'))
  const { run, close } = open()
  await run()
  const token = server.requests[0]?.headers.authorization?.replace('Bearer ', '') ?? ''
  const [head = '', body = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${head}.${body}`)
  const pem = publicKey.export({ type: 'spki', format: 'pem' })
  assert.ok(verify('sha256', signed, createPublicKey(pem), Buffer.from(signature, 'base64url')))
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  assert.deepEqual([claims.iss, claims.exp - claims.iat], ['77', 540])
  await close()
})

test('a new key is used at once, and its tokens are asked for anew', async () => {
  server.load(routes('2026-11-30T13:00:00Z'))
  let pem = OLD_FORM
  const { run, close } = open(() => pem)
  await run()
  pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await run()
  assert.equal(grants().length, 4)
  await close()
})

test('an installation that lacks a permission is forbidden, and the permission is named', async () => {
  const [identity] = routes('')
  assert.ok(identity)
  const refused = {
    path: '/app/installations/9/access_tokens',
    status: 422,
    json: { message: 'no such leave' },
  }
  server.load([identity, refused])
  const { run, close } = open()
  await assert.rejects(run(), (error) => {
    assert.ok(error instanceof SourceError)
    assert.deepEqual([error.state, error.carried.missing], ['forbidden', 'metadata: read'])
    return true
  })
  await close()
})

test('a key that cannot sign is unauthorized, without any of its text', async () => {
  server.load([])
  const { run, close } = open(() => '-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----')
  await assert.rejects(run(), (error) => {
    assert.ok(error instanceof SourceError)
    assert.equal(error.state, 'unauthorized')
    assert.doesNotMatch(JSON.stringify(error.carried), /canary/)
    return true
  })
  assert.equal(server.requests.length, 0)
  await close()
})

test('a configuration has a token or the three parts of an App, never both and never a half', () => {
  const app = { app_id: 1, installation_id: 2, private_key: { env: 'KEY' } }
  const token = { token: { env: 'TOKEN' } }
  const isValid = (rest: object) => githubConnector.config.safeParse({ owner: 'acme', ...rest }).success
  assert.deepEqual([isValid(app), isValid(token)], [true, true])
  assert.deepEqual(
    [isValid({}), isValid({ ...app, ...token }), isValid({ app_id: 1 })],
    [false, false, false],
  )
})

test('no repository is proved absent only by an App that was given all of them', async () => {
  for (const [repository_selection, state] of [
    ['all', 'empty'],
    ['selected', 'unproven'],
  ] as const) {
    server.load([
      { path: '/app/installations/9', json: { account, repository_selection } },
      ...routes('2026-11-30T13:00:00Z').slice(1),
      { path: '/installation/repositories', json: { total_count: 1, repositories: [repo] } },
    ])
    const { run, close } = open(() => OLD_FORM, 'scm.repos.list')
    const { parts } = await run({ query: 'payroll' })
    assert.deepEqual(
      parts.map((part) => part.state),
      [state],
    )
    await close()
  }
})
