import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually, getFreePort, type StartedProvider, startProvider } from '@vedette/test/kit'
import { tapBus } from './bus-tap.ts'
import { ORGANISATION, type Stand, send, startAgent, startStand } from './stand.ts'

const PUBLIC_URL = 'https://vedette.test'
const RESOURCE = `${PUBLIC_URL}/mcp`
const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}
const LIST = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
})

type World = Readonly<{ stand: Stand; provider: StartedProvider }>

async function start(t: TestContext, more: object = {}): Promise<World> {
  const provider = await startProvider(t, {
    port: await getFreePort(),
    redirectUri: `${PUBLIC_URL}/api/v1/oidc/callback`,
    person: { preferred_username: 'Ada', groups: ['sre'], org: 'acme-corp' },
  })
  const oauth = {
    issuer: provider.issuer,
    ca_file: provider.caFile,
    organisation: { fixed: ORGANISATION },
    roles: { admin: ['sre'] },
    sign_in: { client_id: provider.client.id, client_secret: { env: 'VEDETTE_TEST_CLIENT' }, label: 'Acme' },
    ...more,
  }
  process.env['VEDETTE_TEST_CLIENT'] = provider.client.secret
  t.after(() => delete process.env['VEDETTE_TEST_CLIENT'])
  const stand = await startStand(t, undefined, { file: { oauth }, publicUrl: PUBLIC_URL })
  return { stand, provider }
}

const postMcp = ({ stand }: World, token: string | null, path = '') =>
  send(`${stand.mcpUrl}${path}`, {
    method: 'POST',
    headers: { ...MCP_HEADERS, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    body: LIST,
  })

test('a token that the provider made for this server is taken; every other one meets 401 and the way to the metadata', async (t) => {
  const world = await start(t)
  const { stand, provider } = world
  const good = await provider.token({ resource: RESOURCE, scope: 'vedette:read' })
  assert.equal((await postMcp(world, good)).status, 200)

  const now = Math.floor(Date.now() / 1000)
  const wrong: Readonly<Record<string, string>> = {
    'another audience': await provider.token({ resource: 'https://other.test/mcp', scope: 'vedette:read' }),
    'another issuer': provider.forge(good, { iss: 'https://elsewhere.test' }),
    expired: provider.forge(good, { exp: now - 120 }),
    'without an end': provider.forge(good, { exp: undefined }),
    'not yet valid': provider.forge(good, { nbf: now + 600 }),
    'without a subject': provider.forge(good, { sub: undefined }),
    'a subject with control characters': provider.forge(good, { sub: 'a\nb' }),
    'an algorithm that is none': `${provider.forge(good, {}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`,
    'an algorithm with a shared secret': provider.forge(good, {}, { alg: 'HS256' }),
    'an unknown key': provider.forge(good, {}, { kid: 'other' }),
    'an ID token': provider.forge(good, {}, { typ: 'id+jwt' }),
    'a changed signature': `${good.slice(0, -6)}AAAAAA`,
  }
  for (const [what, token] of Object.entries(wrong)) {
    const { status, headers, text } = await postMcp(world, token)
    assert.equal(status, 401, what)
    assert.match(
      headers.get('www-authenticate') ?? '',
      /error="invalid_token", resource_metadata="https:\/\/vedette\.test\/\.well-known\/oauth-protected-resource\/mcp"$/,
      what,
    )
    assert.equal(text.includes(token.slice(0, 40)), false, what)
  }
  const none = await postMcp(world, null)
  assert.equal(none.status, 401)
  assert.match(none.headers.get('www-authenticate') ?? '', /resource_metadata=/)
  const unscoped = await postMcp(world, await provider.token({ resource: RESOURCE, scope: 'other' }))
  assert.equal(unscoped.status, 403)
  assert.match(
    unscoped.headers.get('www-authenticate') ?? '',
    /error="insufficient_scope", scope="vedette:read /,
  )

  for (const path of ['', '/mcp']) {
    const { body } = await send(`${stand.url}/.well-known/oauth-protected-resource${path}`)
    assert.equal(body['resource'], RESOURCE)
    assert.deepEqual(body['authorization_servers'], [provider.issuer])
    assert.deepEqual(body['bearer_methods_supported'], ['header'])
  }
  for (const query of [`?access_token=${good}`, `?token=${stand.token}`, `?x=${stand.token}`])
    for (const bearer of [null, stand.token]) {
      const refused = await postMcp(world, bearer, query)
      assert.deepEqual([refused.status, JSON.parse(refused.text).error.code], [400, 'token_in_url'])
    }
  assert.equal((await postMcp(world, stand.token)).status, 200, 'tokens of our own go on')
})

test("a provider's token opens what its scopes open, and neither it nor ours is ever on the bus", async (t) => {
  const world = await start(t)
  const { stand, provider } = world
  const heard = await tapBus(t, stand)
  await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }] })
  await eventually(async () => (await stand.call('host_disks_list')).body['visibility'] === 'full')
  const read = await provider.token({ resource: RESOURCE, scope: 'vedette:read' })
  const metered = await provider.token({ resource: RESOURCE, scope: 'vedette:metered' })
  const call = (token: string) =>
    send(`${stand.url}/api/v1/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tool: 'host_disks_list' }),
    })
  const answered = await call(read)
  assert.deepEqual([answered.status, answered.body['visibility']], [200, 'full'])
  assert.equal((await call(metered)).status, 404, 'a tool outside of the scopes is unknown')
  const whoami = await send(`${stand.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${read}` } })
  assert.deepEqual(
    [whoami.body['organisation'], whoami.body['id'], whoami.body['role']],
    [ORGANISATION, 'oidc:vedette-pages', 'viewer'],
  )
  const calls = heard.filter(({ subject }) => subject.endsWith('.call'))
  assert.ok(
    calls.some(({ text }) => text.includes('oidc:vedette-pages')),
    'the call was heard',
  )
  const tokens = [read, metered, stand.token].flatMap((token) => [
    token,
    ...token.split('.').filter((part) => part.length > 20),
  ])
  for (const token of tokens) assert.equal(heard.filter(({ text }) => text.includes(token)).length, 0)
})

test('people sign in at the provider with a code and PKCE, once, and only in the browser that began', async (t) => {
  const { stand, provider } = await start(t)
  const ways = await send(`${stand.url}/api/v1/sign-in`)
  assert.deepEqual(ways.body, { oidc: { label: 'Acme' } })
  const begun = await send(`${stand.url}/api/v1/oidc/start`, { redirect: 'manual' })
  assert.equal(begun.status, 302)
  const departure = cookieOf(begun.headers.getSetCookie())
  const asked = new URL(begun.headers.get('location') ?? '')
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  const back = await followProvider(provider, asked.href)
  const callback = `${stand.url}/api/v1/oidc/callback${new URL(back).search}`

  const stranger = await send(callback, { redirect: 'manual' })
  assert.equal(stranger.status, 403, 'another browser has not begun it')
  const changed = await send(callback.replace(/state=[^&]+/, 'state=other'), {
    redirect: 'manual',
    headers: { cookie: departure },
  })
  assert.equal(changed.headers.get('location'), '/fleet#sign-in=refused')

  const entered = await send(callback, { redirect: 'manual', headers: { cookie: departure } })
  assert.equal(entered.headers.get('location'), '/fleet')
  const set = entered.headers.getSetCookie().find((one) => one.startsWith('vedette_session')) ?? ''
  assert.match(set, /Path=\/api; HttpOnly; Secure; SameSite=Strict/)
  const cookie = cookieOf([set])
  const session = await send(`${stand.url}/api/v1/session`, { headers: { cookie } })
  assert.deepEqual(
    [session.body['organisation'], session.body['id'], session.body['name'], session.body['role']],
    [ORGANISATION, 'oidc:ada', 'Ada', 'admin'],
  )
  const forged = await send(`${stand.url}/api/v1/tokens`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', mode: 'cautious', role: 'admin' }),
  })
  assert.equal(forged.status, 403, 'a change by cookie needs the token of the session')
  assert.equal(
    (await send(stand.mcpUrl, { method: 'POST', headers: { ...MCP_HEADERS, cookie }, body: LIST })).status,
    401,
  )

  const again = await send(callback, { redirect: 'manual', headers: { cookie: departure } })
  assert.equal(again.headers.get('location'), '/fleet#sign-in=refused', 'a code is good once')
})

test('whom the mapping gives no organisation of ours is signed in nowhere', async (t) => {
  const { stand, provider } = await start(t, {
    organisation: { claim: 'org', names: { other: ORGANISATION } },
  })
  const begun = await send(`${stand.url}/api/v1/oidc/start`, { redirect: 'manual' })
  const back = await followProvider(provider, begun.headers.get('location') ?? '')
  const told = await send(`${stand.url}/api/v1/oidc/callback${new URL(back).search}`, {
    redirect: 'manual',
    headers: { cookie: cookieOf(begun.headers.getSetCookie()) },
  })
  assert.equal(told.headers.get('location'), '/fleet#sign-in=not_mapped')
  assert.equal(
    told.headers.getSetCookie().some((one) => /^vedette_session/.test(one)),
    false,
  )
  const token = await provider.token({ resource: RESOURCE, scope: 'vedette:read' })
  const api = await send(`${stand.url}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(api.status, 401)
})

// Goes where a browser would, with the provider's cookies, until it leads back to us.
async function followProvider(provider: StartedProvider, from: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = from
  for (let hop = 0; hop < 8 && url.startsWith(provider.issuer); hop += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const { headers, text } = await provider.fetch(url, { headers: { cookie } })
    for (const one of [headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = one.split(';', 1)
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const { location } = headers
    assert.equal(typeof location, 'string', text.slice(0, 300))
    url = new URL(String(location), url).href
  }
  return url
}

function cookieOf(set: readonly string[]): string {
  return set.map((one) => one.split(';', 1)[0]).join('; ')
}
