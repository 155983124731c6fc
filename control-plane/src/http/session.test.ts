import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFakeTokens, startHttp } from '../../testing/http.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

// Signs in by a token; gives the pair that a browser keeps.
async function signIn(url: string, token: string) {
  const reply = await fetch(`${url}/api/v1/sign-in`, {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: url },
    body: JSON.stringify({ token }),
  })
  const [set = ''] = reply.headers.getSetCookie()
  const body: unknown = await reply.json()
  return { status: reply.status, set, cookie: set.split(';', 1)[0] ?? '', body }
}

const csrfOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'csrf' in body ? String(body.csrf) : ''

test('a token becomes a cookie that no script reads and no other site sends, and that is not the token', async (t) => {
  const { url } = await startHttp(t)
  const { status, set, cookie, body } = await signIn(url, 'vdt_viewer')
  assert.equal(status, 200)
  assert.match(set, /^vedette_session_\d+=[\w-]+; Max-Age=43200; Path=\/api; HttpOnly; SameSite=Strict$/)
  assert.doesNotMatch(Buffer.from(cookie.split('=')[1] ?? '', 'base64url').toString('latin1'), /vdt_/)
  const told = await fetch(`${url}/api/v1/session`, { headers: { cookie } })
  const session: unknown = await told.json()
  assert.deepEqual(session, body)
  assert.equal((session as { role: string }).role, 'viewer')
})

test('a change by cookie needs the token of the session, and another session has another', async (t) => {
  const { url } = await startHttp(t)
  const mine = await signIn(url, 'vdt_admin')
  const other = await signIn(url, 'vdt_admin')
  assert.notEqual(csrfOf(mine.body), csrfOf(other.body))
  const make = (headers: Record<string, string>) =>
    fetch(`${url}/api/v1/sign-in-codes`, { method: 'POST', headers: { cookie: mine.cookie, ...headers } })
  for (const headers of [{}, { 'x-vedette-csrf': '' }, { 'x-vedette-csrf': csrfOf(other.body) }]) {
    const refused = await make(headers)
    assert.equal(refused.status, 403)
    assert.match(await refused.text(), /"csrf_token_required"/)
  }
  assert.equal((await make({ 'x-vedette-csrf': csrfOf(mine.body) })).status, 200)
})

test('a cookie opens the API and not the MCP endpoint, and a wrong token opens nothing', async (t) => {
  const { url } = await startHttp(t)
  const { cookie } = await signIn(url, 'vdt_admin')
  assert.equal((await fetch(`${url}/api/v1/fleet`, { headers: { cookie } })).status, 200)
  const mcp = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...JSON_TYPE, cookie }, body: '{}' })
  assert.equal(mcp.status, 401)
  const wrong = await signIn(url, 'vdt_wrong')
  assert.deepEqual([wrong.status, wrong.set], [403, ''])
})

test('a session ends with its time, with its token, and when its cookie was touched', async (t) => {
  const clock = createFakeClock()
  const store = createFakeTokens()
  const { url } = await startHttp(t, { clock, store })
  const { cookie } = await signIn(url, 'vdt_viewer')
  const statusOf = async (sent: string) =>
    (await fetch(`${url}/api/v1/whoami`, { headers: { cookie: sent } })).status
  assert.equal(await statusOf(cookie), 200)
  const [name = '', value = ''] = cookie.split('=')
  const bytes = Buffer.from(value, 'base64url')
  for (const at of [0, 12, 28, bytes.length - 1]) {
    const touched = Buffer.from(bytes)
    touched[at] = (touched[at] ?? 0) ^ 1
    assert.equal(await statusOf(`${name}=${touched.toString('base64url')}`), 401)
  }
  for (const junk of ['', 'x', 'A'.repeat(4000)]) assert.equal(await statusOf(`${name}=${junk}`), 401)
  await clock.advance(12 * 3_600_000 - 1)
  assert.equal(await statusOf(cookie), 200)
  await clock.advance(1)
  assert.equal(await statusOf(cookie), 401)

  const fresh = await signIn(url, 'vdt_viewer')
  assert.equal(await statusOf(fresh.cookie), 200)
  await store.tokens.revoke('acme', 'tok_2')
  assert.equal(await statusOf(fresh.cookie), 401)
})

test("replicas with the same key take each other's cookies; another key does not", async (t) => {
  const sessionKey = randomBytes(32)
  const first = await startHttp(t, { sessionKey })
  const second = await startHttp(t, { sessionKey })
  const third = await startHttp(t)
  const { cookie } = await signIn(first.url, 'vdt_admin')
  const value = cookie.split('=')[1] ?? ''
  const statusAt = async ({ url }: { url: string }) =>
    (
      await fetch(`${url}/api/v1/whoami`, {
        headers: { cookie: `vedette_session_${new URL(url).port}=${value}` },
      })
    ).status
  assert.deepEqual([await statusAt(second), await statusAt(third)], [200, 401])
})

test('signing out takes the cookie away', async (t) => {
  const { url } = await startHttp(t)
  const reply = await fetch(`${url}/api/v1/sign-out`, { method: 'POST' })
  assert.match(reply.headers.getSetCookie()[0] ?? '', /^vedette_session_\d+=; Max-Age=0; Path=\/api; /)
})
