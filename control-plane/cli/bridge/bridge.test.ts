import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { eventually } from '@vedette/test/kit'
import { createFakeDispatch, createFakeFleet, readResult } from '../../testing/fakes.ts'
import { startHttp, WEB } from '../../testing/http.ts'

const MAIN = join(import.meta.dirname, '..', 'main.ts')
const ERAS = [
  ['a stateless client', { pin: '2026-07-28' }],
  ['a session client', 'legacy'],
] as const
type Mode = (typeof ERAS)[number][1]

type Start = Readonly<{ url: string; mode: Mode; token?: string }>

// The command as a client starts it; `said` is what it wrote to standard error.
async function start(t: TestContext, { url, mode, token = 'vdt_admin' }: Start) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--url', url],
    env: { VEDETTE_TOKEN: token, PATH: process.env['PATH'] ?? '' },
    stderr: 'pipe',
  })
  let text = ''
  transport.stderr?.on('data', (part: Buffer) => {
    text += String(part)
  })
  const faults: Error[] = []
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  client.onerror = (error) => void faults.push(error)
  t.after(() => client.close())
  return { client, transport, faults, connect: () => client.connect(transport), said: () => text }
}

for (const [who, mode] of ERAS) {
  test(`${who} gets instructions, the list and sealed answers over standard input and output`, async (t) => {
    const { url } = await startHttp(t)
    const { client, connect, faults, said } = await start(t, { url, mode })
    await connect()
    assert.match(client.getInstructions() ?? '', /prometheus \(promql\) on web-1/)
    const names = (await client.listTools()).tools.map((tool) => tool.name)
    assert.deepEqual(names, [
      'check_fleet_health',
      'list_scopes',
      'connectors_describe',
      'list_catalog',
      'host_disks_list',
      'metrics_query',
    ])
    const result = await client.callTool({ name: 'host_disks_list', arguments: { host: 'web-1' } })
    assert.match(JSON.stringify(result.content), /visibility\\":\\"full/)
    // A line on standard output that is no message of the protocol would be a fault here.
    assert.deepEqual(faults, [])
    assert.equal(said(), '')
  })

  test(`${who} that cancels over standard input aborts the read`, async (t) => {
    const started = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    const dispatch = createFakeDispatch(async (request, { signal }) => {
      started.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      aborted.resolve()
      return readResult(request, {})
    })
    const { url } = await startHttp(t, { dispatch })
    const { client, connect } = await start(t, { url, mode })
    await connect()
    const cancel = new AbortController()
    const call = client.callTool({ name: 'host_disks_list', arguments: {} }, { signal: cancel.signal })
    await started.promise
    cancel.abort()
    await assert.rejects(call)
    await aborted.promise
  })

  test(`${who} hears that the control plane is gone instead of waiting for it`, async (t) => {
    const undo: (() => Promise<void>)[] = []
    const { url } = await startHttp({ after: (one) => void undo.push(one) })
    const { client, connect } = await start(t, { url, mode })
    await connect()
    for (const one of undo) await one()
    await assert.rejects(client.listTools(), /no control plane answers at .*: nothing was learned/)
  })
}

test('a wrong token is told to the client and on standard error, and is not shown', async (t) => {
  const { url } = await startHttp(t)
  const { connect, said } = await start(t, { url, mode: 'legacy', token: 'vdt_wrong' })
  const text = 'the token is unknown or revoked: make one with `vedette token create`'
  await assert.rejects(connect(), (error: Error) => error.message.endsWith(text))
  await eventually(() => said() === `vedette: ${text}\n`)
})

test('a read that is cut off by the end of the control plane is answered: nothing was learned', async (t) => {
  const undo: (() => Promise<void>)[] = []
  const started = Promise.withResolvers<void>()
  const dispatch = createFakeDispatch(async (request) => {
    started.resolve()
    await new Promise(() => {})
    return readResult(request, {})
  })
  const { url } = await startHttp({ after: (one) => void undo.push(one) }, { dispatch })
  const { client, connect } = await start(t, { url, mode: 'legacy' })
  await connect()
  const call = assert.rejects(client.callTool({ name: 'host_disks_list' }), /nothing was learned/)
  await started.promise
  for (const one of undo) await one()
  await call
})

test('a session that the control plane lost is opened again, and the client told that its list may differ', async (t) => {
  const undo: (() => Promise<void>)[] = []
  const first = await startHttp({ after: (one) => void undo.push(one) })
  const port = Number(new URL(first.url).port)
  const { client, connect, said } = await start(t, { url: first.url, mode: 'legacy' })
  const changed = Promise.withResolvers<void>()
  client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve())
  await connect()
  assert.ok((await client.listTools()).tools.some((tool) => tool.name === 'metrics_query'))
  for (const one of undo) await one()
  await startHttp(t, { fleet: createFakeFleet([{ ...WEB, connectors: WEB.connectors.slice(0, 1) }]) }, port)
  const names = (await client.listTools()).tools.map((tool) => tool.name)
  assert.ok(!names.includes('metrics_query'))
  await changed.promise
  assert.equal(said(), 'vedette: the session was opened again\n')
})

test('the command ends by itself, with its session, when the client goes away', async (t) => {
  const { url } = await startHttp(t)
  const { client, connect } = await start(t, { url, mode: 'legacy' })
  await connect()
  const metrics = async () => (await (await fetch(`${url}/metrics`)).text()).match(/mcp_sessions \d+/)?.[0]
  assert.match((await metrics()) ?? '', / 1$/)
  await client.close()
  assert.match((await metrics()) ?? '', / 0$/)
})
