import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { type ConnectContext, SourceError } from '@vedette/proto/connector'
import { configSchema } from './config.ts'
import { createTokenReader } from './credentials.ts'
import { parseKey, signAssertion } from './jwt.ts'

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function makeKey(): Promise<Readonly<{ text: string; verify(assertion: string): Promise<boolean> }>> {
  const pair = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  )
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64')
  const pem = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`
  const text = JSON.stringify({
    type: 'service_account',
    client_email: 'reader@acme-prod-1.iam.gserviceaccount.com',
    private_key: pem,
    private_key_id: 'k1',
    token_uri: 'https://elsewhere.test/token',
  })
  return {
    text,
    verify(assertion) {
      const [head, body, signature = ''] = assertion.split('.')
      const bytes = new TextEncoder().encode(`${head}.${body}`)
      return crypto.subtle.verify(algorithm.name, pair.publicKey, Buffer.from(signature, 'base64url'), bytes)
    },
  }
}

const token = (value: string, seconds = 3600): object => ({
  access_token: value,
  expires_in: seconds,
  token_type: 'Bearer',
})

async function withReader(
  credentials: object,
  routes: readonly Route[],
  run: (facts: {
    server: Awaited<ReturnType<typeof createReplayServer>>
    clock: ReturnType<typeof createFakeClock>
    read(): Promise<{ value: string; principal?: string }>
    forget(): void
    secrets: Record<string, string>
  }) => Promise<void>,
): Promise<void> {
  const server = await createReplayServer(routes)
  const clock = createFakeClock()
  const secrets: Record<string, string> = {}
  const config = configSchema.parse({
    credentials: JSON.parse(JSON.stringify(credentials).replaceAll('http://vendor.test', server.url)),
    projects: [{ project: 'acme-prod-1' }],
    endpoint: server.url,
  })
  const readSecret: ConnectContext['readSecret'] = async (ref) =>
    secrets['env' in ref ? ref.env : ref.file] ?? assert.fail('no such secret')
  const reader = createTokenReader(config, { clock, instance: 'gcp', readSecret })
  const read = () =>
    reader.read({ clock, signal: new AbortController().signal, deadline: clock.now() + 1000 })
  try {
    await run({ server, clock, read, forget: reader.forget, secrets })
  } finally {
    reader.close()
    await server.stop()
  }
}

const grant: Route = { method: 'POST', path: '/oauth/token', json: token('first') }

describe('the key of a service account', () => {
  test('signs an assertion for Google alone, whatever address the key names', async () => {
    const key = await makeKey()
    await withReader({ key: { file: 'key.json' } }, [grant], async ({ server, clock, read, secrets }) => {
      secrets['key.json'] = key.text
      assert.deepEqual(
        { value: (await read()).value, principal: (await read()).principal },
        { value: 'first', principal: 'reader@acme-prod-1.iam.gserviceaccount.com' },
      )
      assert.equal(server.requests.length, 1, 'a token that lasts is asked for once')
      const form = new URLSearchParams(server.requests[0]?.body)
      const assertion = form.get('assertion') ?? ''
      assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      assert.equal(await key.verify(assertion), true)
      const [head = '', body = ''] = assertion.split('.')
      assert.deepEqual(JSON.parse(Buffer.from(head, 'base64url').toString()), {
        alg: 'RS256',
        typ: 'JWT',
        kid: 'k1',
      })
      const iat = Math.floor(clock.now() / 1000)
      assert.deepEqual(JSON.parse(Buffer.from(body, 'base64url').toString()), {
        iss: 'reader@acme-prod-1.iam.gserviceaccount.com',
        scope: 'https://www.googleapis.com/auth/cloud-platform',
        aud: 'https://oauth2.googleapis.com/token',
        iat,
        exp: iat + 300,
      })
    })
  })

  test('is read again at each call: another key gives another token at once', async () => {
    const [one, two] = [await makeKey(), await makeKey()]
    await withReader({ key: { file: 'key.json' } }, [grant], async ({ server, read, secrets }) => {
      secrets['key.json'] = one.text
      await read()
      server.load([{ ...grant, json: token('second') }])
      assert.equal((await read()).value, 'first')
      secrets['key.json'] = two.text
      assert.equal((await read()).value, 'second')
    })
  })

  test('a token is renewed five minutes before its end, and at once when it was refused', async () => {
    const key = await makeKey()
    await withReader(
      { key: { file: 'key.json' } },
      [grant],
      async ({ server, clock, read, forget, secrets }) => {
        secrets['key.json'] = key.text
        await read()
        clock.advance(54 * 60_000)
        await read()
        assert.equal(server.requests.length, 1)
        clock.advance(2 * 60_000)
        await read()
        assert.equal(server.requests.length, 2)
        forget()
        await read()
        assert.equal(server.requests.length, 3)
      },
    )
  })

  test('a text that is no key, and a key that cannot sign, are unauthorized and say nothing of themselves', async () => {
    const bad = JSON.stringify({
      type: 'service_account',
      client_email: 'a@b',
      private_key: 'hidden-material',
    })
    const claims = { audience: 'a', scope: 's', now: 0, credential: 'gcp' }
    const isQuiet = (error: unknown) => {
      assert.ok(error instanceof SourceError && error.state === 'unauthorized')
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /hidden-material/)
      return true
    }
    for (const text of ['hidden-material', '{"type":"authorized_user","client_secret":"hidden-material"}'])
      assert.throws(() => parseKey(text, 'gcp'), isQuiet)
    await assert.rejects(signAssertion(parseKey(bad, 'gcp'), claims), isQuiet)
  })
})

test('a refused grant is unauthorized, while any other 400 is not an answer', async () => {
  const key = await makeKey()
  for (const [json, state] of [
    [{ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 'unauthorized'],
    [{ error: 'unheard_of' }, 'unusable'],
    ['no object', 'unusable'],
  ] as const)
    await withReader(
      { key: { file: 'key.json' } },
      [{ ...grant, status: 400, json }],
      async ({ read, secrets }) => {
        secrets['key.json'] = key.text
        await assert.rejects(read(), { state })
      },
    )
})

test('a federated token is exchanged, and acts as the service account with what it got', async () => {
  const audience = '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/k'
  const service_account = 'reader@acme-prod-1.iam.gserviceaccount.com'
  const path =
    '/credentials/v1/projects/-/serviceAccounts/reader%40acme-prod-1.iam.gserviceaccount.com:generateAccessToken'
  const routes: Route[] = [
    { method: 'POST', path: '/sts/v1/token', json: token('pool') },
    {
      method: 'POST',
      path,
      sent: { authorization: 'Bearer pool' },
      json: { accessToken: 'acting', expireTime: '2026-01-01T01:00:00Z' },
    },
  ]
  const credentials = { federation: { token: { file: 'token' }, audience, service_account } }
  await withReader(credentials, routes, async ({ server, read, secrets }) => {
    secrets['token'] = 'projected\n'
    assert.deepEqual([(await read()).value, (await read()).principal], ['acting', service_account])
    const form = new URLSearchParams(server.requests[0]?.body)
    assert.deepEqual([form.get('subject_token'), form.get('audience')], ['projected', audience])
    const before = server.requests.length
    secrets['token'] = 'projected again'
    await read()
    assert.equal(new URLSearchParams(server.requests[before]?.body).get('subject_token'), 'projected again')
  })
})

test('the metadata server is asked with its own header, and a page in its place is unusable', async () => {
  const path = '/computeMetadata/v1/instance/service-accounts/default/token'
  const sent = { 'metadata-flavor': 'Google' }
  const credentials = { metadata_server: { url: 'http://vendor.test' } }
  await withReader(credentials, [{ path, sent, json: token('machine') }], async ({ read }) => {
    assert.equal((await read()).value, 'machine')
  })
  await withReader(credentials, [{ path, text: '<html>Sign in</html>' }], async ({ read }) => {
    await assert.rejects(read(), { state: 'unusable' })
  })
  await withReader(credentials, [{ path, json: { access_token: '' } }], async ({ read }) => {
    await assert.rejects(read(), { state: 'unusable', carried: { why: 'schema_mismatch' } })
  })
})
