import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createByteClient } from '@vedette/connectors/kit'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { createKeyReader, parseProfile } from './credentials.ts'

const FILE =
  '[default]\naws_access_key_id = AKIAONE\naws_secret_access_key=one\n\n[ops]\r\naws_access_key_id=AKIATWO\r\naws_secret_access_key = two\r\naws_session_token=tok\r\n[half]\naws_access_key_id=x\n'

test('a profile gives its own keys, and one without keys is unauthorized', () => {
  assert.deepEqual(parseProfile(FILE, 'default', 'aws'), { accessKeyId: 'AKIAONE', secretAccessKey: 'one' })
  assert.deepEqual(parseProfile(FILE, 'ops', 'aws'), {
    accessKeyId: 'AKIATWO',
    secretAccessKey: 'two',
    sessionToken: 'tok',
  })
  for (const missing of ['half', 'other'])
    assert.throws(() => parseProfile(FILE, missing, 'aws'), { state: 'unauthorized' })
})

const KEYS = { AccessKeyId: 'ASIA', SecretAccessKey: 's', Token: 't', Expiration: '2026-01-01T01:00:00Z' }

async function readTwice(
  routes: readonly Route[],
  config: (url: string) => Parameters<typeof createKeyReader>[0],
  gapMs: number,
) {
  const server = await createReplayServer(routes)
  const clock = createFakeClock()
  const bytes = createByteClient({ name: 'aws', allows: () => true })
  const read = createKeyReader(config(server.url), {
    bytes,
    connect: { clock, instance: 'aws', readSecret: async () => 'token-of-the-pod' },
    exchange: () => assert.fail('nothing is exchanged'),
  })
  const context = () => ({ clock, signal: new AbortController().signal, deadline: clock.now() + 100 })
  try {
    const keys = await read(context())
    clock.advance(gapMs)
    await read(context())
    return {
      keys,
      requests: server.requests.map((one) => `${one.method} ${one.path}`),
      headers: server.requests.map((one) => one.headers),
    }
  } finally {
    bytes.close()
    await server.stop()
  }
}

test("a machine's role is read by a token, and kept until five minutes before its end", async () => {
  const base = '/latest/meta-data/iam/security-credentials/'
  const routes: Route[] = [
    { method: 'PUT', path: '/latest/api/token', text: 'imds-token' },
    { path: base, sent: { 'x-aws-ec2-metadata-token': 'imds-token' }, text: 'node-role' },
    { path: `${base}node-role`, sent: { 'x-aws-ec2-metadata-token': 'imds-token' }, json: KEYS },
  ]
  const config = (url: string) => ({ instance_role: { url } })
  const kept = await readTwice(routes, config, 54 * 60_000)
  assert.deepEqual(kept.requests, ['PUT /latest/api/token', `GET ${base}`, `GET ${base}node-role`])
  assert.deepEqual(kept.keys, {
    accessKeyId: 'ASIA',
    secretAccessKey: 's',
    sessionToken: 't',
    expiresAt: Date.UTC(2026, 0, 1, 1),
  })
  assert.equal((await readTwice(routes, config, 56 * 60_000)).requests.length, 6)
})

test('a container shows its token, and a refusal is unauthorized', async () => {
  const config = (url: string) => ({
    container: { url: `${url}/v1/credentials`, token: { file: '/run/token' } },
  })
  const { headers } = await readTwice([{ path: '/v1/credentials', json: KEYS }], config, 0)
  assert.equal(headers[0]?.authorization, 'token-of-the-pod')
  await assert.rejects(readTwice([{ path: '/v1/credentials', status: 403, json: {} }], config, 0), {
    state: 'unauthorized',
  })
})
