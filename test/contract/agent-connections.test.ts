import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  createAuthority,
  createFolder,
  eventually,
  findTool,
  getFreePort,
  startConnectProxy,
  startListener,
} from '@vedette/test/kit'
import { createWorld } from './control-plane/world.ts'
import { startRealAgent, writeJoinToken, writeLobbyCreds } from './real-agent.ts'

// A name that resolves nowhere but in the proxy: who reaches it went through it.
const HOST = 'bus.vedette.invalid'
// What a nats-server says first.
const INFO = { server_id: 'X', version: '2.10.0', proto: 1, headers: true, max_payload: 1_048_576 }
const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}

async function setUp(t: TestContext) {
  const authority = createAuthority(t)
  const server = authority.issue(['IP:127.0.0.1', `DNS:${HOST}`])
  const tls = { cert_file: server.certFile, key_file: server.keyFile, ca_file: authority.caFile }
  const websocket_port = await getFreePort()
  const world = await createWorld(t, { tls, websocket_port })
  const replica = await world.start('r1')
  const start = async (nats: Readonly<Record<string, unknown>>) =>
    startRealAgent(t, {
      name: 'edge-1',
      tick_ms: 200,
      nats: { lobby_creds_file: writeLobbyCreds(t, world), ...nats },
      join_token: { file: await writeJoinToken(t, world) },
      identity: { host_id: 'machine-edge-1' },
    })
  const isConnected = () => replica.fleet.agents('acme').some((one) => one.status === 'connected')
  return { authority, world, websocket_port, start, isConnected, port: world.nats().port }
}

test(
  'an agent reaches a bus with a private authority over TLS, and not without it (needs openssl)',
  NEEDS,
  async (t) => {
    const { authority, start, isConnected, port } = await setUp(t)
    const other = await start({ url: `tls://127.0.0.1:${port}` })
    await eventually(() => other.lines.some((line) => line.includes('"away"')))
    assert.equal(isConnected(), false)
    await other.stop()
    await start({ url: `tls://127.0.0.1:${port}`, tls: { ca_file: authority.caFile } })
    await eventually(isConnected)
  },
)

test(
  'through a proxy that only gives tunnels the far certificate is checked, and a cut is mended (needs openssl)',
  NEEDS,
  async (t) => {
    const { authority, start, isConnected, port } = await setUp(t)
    const auth = 'agent:p:ss'
    const proxy = await startConnectProxy(t, { auth, hosts: { [HOST]: '127.0.0.1' } })
    const file = join(createFolder(t), 'auth')
    writeFileSync(file, auth)
    const tls = { ca_file: authority.caFile }
    const through = { url: proxy.url, auth: { file } }
    // The name on the certificate is not the one that was asked for.
    const wrong = await start({ url: `tls://localhost:${port}`, tls, proxy: through })
    await eventually(() => proxy.asked.length > 1)
    assert.equal(isConnected(), false)
    await wrong.stop()
    const before = proxy.asked.length
    const agent = await start({ url: `tls://${HOST}:${port}`, tls, proxy: through })
    await eventually(isConnected)
    assert.deepEqual([...new Set(proxy.asked.slice(before))], [`${HOST}:${port}`])
    proxy.cut()
    await eventually(() => agent.lines.some((line) => line.includes('"down"')))
    await eventually(isConnected)
  },
)

test(
  'a proxy that refuses the password lets nobody through, and nobody goes around it (needs openssl)',
  NEEDS,
  async (t) => {
    const { authority, start, isConnected, port } = await setUp(t)
    const proxy = await startConnectProxy(t, { auth: 'right' })
    const tls = { ca_file: authority.caFile }
    // Without the proxy this address would be reached.
    const agent = await start({ url: `tls://127.0.0.1:${port}`, tls, proxy: { url: proxy.url } })
    await eventually(() => agent.lines.some((line) => line.includes('"away"')))
    assert.deepEqual([proxy.asked, isConnected()], [[], false])
  },
)

test(
  'a bus whose certificate is expired or of another host, or that offers no TLS, is told nothing (needs openssl)',
  NEEDS,
  async (t) => {
    const { authority, start, isConnected } = await setUp(t)
    const tls = { ca_file: authority.caFile }
    for (const pair of [
      authority.issue(['IP:127.0.0.1'], { expired: true }),
      authority.issue(['DNS:elsewhere.test']),
      null,
    ]) {
      const greeting = `INFO ${JSON.stringify({ ...INFO, tls_required: pair !== null })}\r\n`
      const impostor = await startListener(t, { pair, greeting })
      const agent = await start({ url: `tls://127.0.0.1:${impostor.port}`, tls })
      await eventually(() => agent.lines.some((line) => line.includes('"away"')) && impostor.asked() > 0)
      await agent.stop()
      assert.deepEqual([impostor.clear, impostor.secret], [[], []])
    }
    assert.equal(isConnected(), false)
  },
)

test('a host that no_proxy names is reached directly (needs openssl)', NEEDS, async (t) => {
  const { authority, start, isConnected, port } = await setUp(t)
  const proxy = await startConnectProxy(t)
  await start({
    url: `tls://127.0.0.1:${port}`,
    tls: { ca_file: authority.caFile },
    proxy: { url: proxy.url, no_proxy: ['127.0.0.1'] },
  })
  await eventually(isConnected)
  assert.deepEqual(proxy.asked, [])
})

test(
  'over a WebSocket with a private authority, directly and through the proxy (needs openssl)',
  NEEDS,
  async (t) => {
    const { authority, start, isConnected, websocket_port } = await setUp(t)
    const tls = { ca_file: authority.caFile }
    const untrusting = await start({ url: `wss://127.0.0.1:${websocket_port}` })
    await eventually(() => untrusting.lines.some((line) => line.includes('"away"')))
    assert.equal(isConnected(), false)
    await untrusting.stop()
    const direct = await start({ url: `wss://127.0.0.1:${websocket_port}`, tls })
    await eventually(isConnected)
    await direct.stop()
    await eventually(() => !isConnected())
    const proxy = await startConnectProxy(t, { hosts: { [HOST]: '127.0.0.1' } })
    await start({ url: `wss://${HOST}:${websocket_port}`, tls, proxy: { url: proxy.url } })
    await eventually(isConnected)
    assert.deepEqual([...new Set(proxy.asked)], [`${HOST}:${websocket_port}`])
  },
)
