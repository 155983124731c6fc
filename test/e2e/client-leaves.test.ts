import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type TestContext } from 'node:test'
import { eventually, startPrometheus } from '@vedette/test/kit'
import { connectClient, ERAS } from './mcp-client.ts'
import { type Stand, startAgent, startStand, untilAgent } from './stand.ts'

// How soon the vendor must see its socket close after the client has gone, in milliseconds.
const CLOSE_MS = 500
const TRIES = 5

// A Prometheus that answers everything but the expression `hang()`, and tells when the sockets of such calls close.
async function startHangingPrometheus(t: TestContext) {
  const { port } = await startPrometheus(t)
  const hanging: number[] = []
  const closed: number[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      if (`${incoming.url}${body}`.includes('hang')) {
        hanging.push(performance.now())
        incoming.socket.once('close', () => closed.push(performance.now()))
        return
      }
      const { method, url: path, headers } = incoming
      const options = { host: '127.0.0.1', port, method, path, headers }
      const forwarded = request(options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      forwarded.end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has this kind of address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hanging, closed }
}

type Client = Readonly<{ name: string; call(signal: AbortSignal): Promise<unknown> }>

async function openClients(t: TestContext, stand: Stand): Promise<readonly Client[]> {
  const ask = { expr: 'hang_total' }
  const overMcp = ERAS.map(async (era): Promise<Client> => {
    const client = await connectClient(t, stand, era)
    const call = (signal: AbortSignal) =>
      client.callTool({ name: 'metrics_query', arguments: ask }, { signal })
    return { name: `MCP, ${era}`, call }
  })
  const overHttp: Client = {
    name: 'HTTP',
    call: (signal) =>
      fetch(`${stand.url}/api/v1/call`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tool: 'metrics_query', arguments: ask }),
        signal,
      }),
  }
  return [...(await Promise.all(overMcp)), overHttp]
}

test('a client that goes away closes the socket at the vendor within half a second', async (t) => {
  const [stand, vendor] = await Promise.all([startStand(t), startHangingPrometheus(t)])
  const connectors = [{ connector: 'prometheus', config: { url: vendor.url } }]
  await startAgent(t, stand, { machine: 'web-1', connectors })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { prometheus: 'up' } })
  for (const { name, call } of await openClients(t, stand)) {
    const waits: number[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const [hung, gone] = [vendor.hanging.length, vendor.closed.length]
      const client = new AbortController()
      const result = call(client.signal).then(
        () => 'answered',
        () => 'aborted',
      )
      await eventually(() => vendor.hanging.length > hung, { everyMs: 5 })
      assert.equal(vendor.closed.length, gone, 'it stays open while the client is there')
      const left = performance.now()
      client.abort()
      assert.equal(await result, 'aborted')
      await eventually(() => vendor.closed.length > gone, { everyMs: 5 })
      waits.push(Number(vendor.closed.at(-1)) - left)
    }
    const [median] = waits.toSorted((a, b) => a - b).slice(Math.floor(TRIES / 2))
    const all = waits.map((wait) => wait.toFixed(0)).join(', ')
    t.diagnostic(`${name}: closed after ${all} ms`)
    assert.ok(Number(median) <= CLOSE_MS, `${name}: ${all} ms`)
  }
  assert.equal(vendor.closed.length, vendor.hanging.length)
})
