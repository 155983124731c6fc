import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ServerCredentials } from '@grpc/grpc-js'
import { createAuthority, eventually, findTool } from '@vedette/test/kit'
import { createAsker, wordsOf } from './testing/ask-plugin.ts'
import { disks, HONEST, type RunCall, send, startPlugin } from './testing/serve-plugin.ts'

const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}

test('a plugin on a Unix socket is described, probed and asked as a built-in connector is', async (t) => {
  const requests: RunCall['request'][] = []
  const run = (call: RunCall) => {
    requests.push(call.request)
    send(call, { case: 'asked', value: {} }, ...disks('/data', { scope: { entries: { account: '111' } } }))
  }
  const { socket } = await startPlugin(t, { ...HONEST, run })
  const asker = createAsker(t, { socket }, { config: { shelf: 3 } })
  assert.equal(asker.instance.served.size, 0, 'nothing is served before the plugin has said what')
  assert.deepEqual(await asker.probe(), {
    health: 'up',
    scopes: [{ account: '111' }],
    servers: [{ name: 'plugin', health: 'up', version: '1.2.3' }],
  })
  assert.deepEqual(
    [asker.instance.connector.id, ...asker.instance.served.keys()],
    ['shelf', 'host.disks.list'],
  )
  const result = await asker.run({ arguments: { threshold: 50 } })
  assert.ok(result.kind === 'answered')
  assert.deepEqual(result.draft.parts, [
    { scope: { account: '111' }, state: 'read', items: 1, as_of: '2026-01-02T03:04:05.000Z' },
  ])
  assert.deepEqual(Object(result.draft.value).disks[0].mount, '/data')
  const [request] = requests
  assert.deepEqual(JSON.parse(String(Buffer.from(request?.argumentsJson ?? []))), {
    threshold: 50,
    limit: 200,
  })
  assert.deepEqual(JSON.parse(String(Buffer.from(request?.configJson ?? []))), { shelf: 3 })
})

test('what a plugin offers beyond the catalogue of this release is not served, and health tells it', async (t) => {
  const operations = [
    { id: 'host.disks.list', contract: 1 },
    { id: 'host.load.get', contract: 99 },
    { id: 'host.dreams.list', contract: 1 },
    { id: 'k8s.workloads.restart', contract: 1 },
    { id: 'agent.describe', contract: 1 },
    { id: '\u001b[31mred', contract: 1 },
  ]
  const { socket } = await startPlugin(t, { ...HONEST, describe: { id: 'shelf', version: '1', operations } })
  const asker = createAsker(t, { socket })
  const { health, servers } = await asker.probe()
  assert.equal(health, 'up')
  assert.deepEqual([...asker.instance.served.keys()], ['host.disks.list'])
  assert.deepEqual(
    servers.map(({ name, code }) => [name, code]),
    [
      ['plugin', undefined],
      ['host.load.get', 'operation_of_another_contract'],
      ['host.dreams.list', 'operation_unknown'],
      ['k8s.workloads.restart', 'operation_not_for_plugins'],
      ['agent.describe', 'operation_not_for_plugins'],
      ['without a name', 'operation_unknown'],
    ],
  )
})

test('a plugin that dies is down until it runs again, and then serves what it says now', async (t) => {
  const first = await startPlugin(t, HONEST)
  const { socket } = first
  const asker = createAsker(t, { socket })
  assert.equal((await asker.probe()).health, 'up')
  first.stop()
  const gone = await asker.run()
  assert.ok(gone.kind === 'answered')
  assert.deepEqual(gone.draft.parts, [{ scope: {}, state: 'upstream_failed', errno: 'UNAVAILABLE' }])
  assert.deepEqual(await asker.probe(), { health: 'down', code: 'upstream_failed', scopes: [], servers: [] })
  const describe = { id: 'shelf', version: '1', operations: [{ id: 'host.load.get', contract: 1 }] }
  await startPlugin(t, { ...HONEST, describe }, { socket })
  await eventually(async () => (await asker.probe()).health === 'up', { timeoutMs: 20_000 })
  assert.deepEqual([...asker.instance.served.keys()], ['host.load.get'])
})

test('a plugin that was never there is down and serves nothing', async (t) => {
  const asker = createAsker(t, { socket: '/nonexistent/plugin.sock' })
  assert.deepEqual(await asker.probe(), { health: 'down', code: 'upstream_failed', scopes: [], servers: [] })
  assert.equal(asker.instance.served.size, 0)
})

test('a plugin hears the deadline, and that the caller has gone away', async (t) => {
  const cancelled: number[] = []
  let deadline: unknown = null
  const run = (call: RunCall) => {
    deadline = call.getDeadline()
    call.on('cancelled', () => cancelled.push(1))
  }
  const { socket } = await startPlugin(t, { ...HONEST, run })
  const asker = createAsker(t, { socket })
  await asker.probe()
  const caller = new AbortController()
  const left = asker.run({ signal: caller.signal, budgetMs: 30_000 })
  await eventually(() => deadline !== null)
  assert.ok(deadline instanceof Date || Number.isFinite(deadline), 'no deadline was sent')
  caller.abort()
  assert.deepEqual(wordsOf(await left), ['timed_out'])
  await eventually(() => cancelled.length === 1)
  assert.deepEqual(wordsOf(await asker.run({ budgetMs: 50 })), ['timed_out'])
  await eventually(() => cancelled.length === 2)
})

test(
  'over TCP both sides prove themselves, and neither is believed without (needs openssl)',
  NEEDS,
  async (t) => {
    const authority = createAuthority(t)
    const stranger = createAuthority(t)
    const read = (file: string) => readFileSync(file)
    const serve = async (names: readonly string[]) => {
      const { certFile, keyFile } = authority.issue(names)
      const pair = [{ cert_chain: read(certFile), private_key: read(keyFile) }]
      const credentials = ServerCredentials.createSsl(read(authority.caFile), pair, true)
      return `127.0.0.1:${(await startPlugin(t, HONEST, { credentials })).port}`
    }
    const toTls = (caFile: string, { certFile, keyFile }: { certFile: string; keyFile: string }) => ({
      ca_file: caFile,
      cert_file: certFile,
      key_file: keyFile,
    })
    const own = authority.issue(['DNS:agent'])
    const address = await serve(['IP:127.0.0.1'])
    const probe = async (settings: Parameters<typeof createAsker>[1]) => {
      const { health, code } = await createAsker(t, settings).probe()
      return [health, code]
    }
    const tls = toTls(authority.caFile, own)
    assert.deepEqual(await probe({ address, tls }), ['up', undefined])
    const down = ['down', 'upstream_failed']
    assert.deepEqual(await probe({ address, tls: toTls(stranger.caFile, own) }), down)
    const forged = toTls(authority.caFile, stranger.issue(['DNS:agent']))
    assert.deepEqual(await probe({ address, tls: forged }), down)
    assert.deepEqual(await probe({ address: await serve(['DNS:other.test']), tls }), down)
    const lost = { ...tls, cert_file: '/nonexistent.pem' }
    assert.deepEqual(await probe({ address, tls: lost }), ['down', 'unauthorized'])
  },
)
