import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { complete, defineConnector, SourceError, secretField, serve } from '@vedette/proto/connector'
import { defineOperation, hostDisksList } from '@vedette/proto/operations'
import type { Cleanup } from '@vedette/test/kit'
import { z } from 'zod'

/** An operation of these tests alone: `count` items of `bytes` characters each. */
export const itemsList = defineOperation({
  id: 'probe.items.list',
  title: 'Items',
  describe: 'Lists items of a made-up vendor.',
  when: ['items'],
  contract: 1,
  input: z.strictObject({
    count: z.number().int().min(0).max(1000).default(1),
    bytes: z.number().default(4),
  }),
  output: z.object({ items: z.array(z.object({ id: z.number(), text: z.string() })) }),
  scope: 'backend',
  tier: 'read',
  freshness: 1,
  permissions: { none: ['none'] },
  proof: 'the list is whole',
  since: '0.1.0',
})

/** A vendor on loopback that counts what it is asked and what is hung up on. */
export type Vendor = {
  readonly url: string
  requests(): number
  probes(): number
  closed(): number
  // The token that it lets in from now on; any at first.
  accept(token: string): void
  // What it does from now on.
  behave(mode: 'answer' | 'hang' | 'refuse'): void
}

/** Starts the vendor; it is stopped with the test. */
export async function startVendor(cleanup: Cleanup): Promise<Vendor> {
  let mode: 'answer' | 'hang' | 'refuse' = 'answer'
  let accepted: string | null = null
  let requests = 0
  let probes = 0
  let closed = 0
  const server = createServer((request, response) => {
    const isRefused = accepted !== null && request.headers.authorization !== accepted
    if (request.url === '/probe') {
      probes += 1
      return void response.writeHead(isRefused ? 401 : 200).end('{}')
    }
    requests += 1
    response.once('close', () => {
      if (!response.writableEnded) closed += 1
    })
    if (mode === 'hang') return
    if (mode === 'refuse' || isRefused) return void response.writeHead(401).end()
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    probes: () => probes,
    closed: () => closed,
    accept(token) {
      accepted = token
    },
    behave(next) {
      mode = next
    },
  }
}

type Client = { url: string; readSecret: () => Promise<string> }

/** A connector to that vendor, as the agent would have it built in. */
export const vendorConnector = defineConnector({
  id: 'vendor',
  title: 'Vendor',
  config: z.strictObject({ url: z.string(), token: secretField('Token').optional() }),
  connect: (config, context): Client => ({
    url: config.url,
    readSecret: async () => (config.token === undefined ? '' : context.readSecret(config.token)),
  }),
  async probe(client, context) {
    await ask(client, '/probe', context.signal)
    return { health: 'up', scopes: [{ backend: 'vendor-1' }] }
  },
  operations: [
    serve(itemsList, async (client: Client, input, context) => {
      context.vendorCall?.()
      await ask(client, '/items', context.signal)
      const items = Array.from({ length: input.count }, (_, id) => ({ id, text: 'x'.repeat(input.bytes) }))
      const as_of = new Date(context.clock.now()).toISOString()
      return complete({ items }, { items: items.length, as_of, proof: 'enumerated', query: 'all items' })
    }),
    serve(hostDisksList, async (client: Client, _, context) => {
      await ask(client, '/disks', context.signal)
      const as_of = new Date(context.clock.now()).toISOString()
      return complete({ disks: [] }, { items: 0, as_of, proof: 'enumerated' })
    }),
  ],
})

async function ask({ url, readSecret }: Client, path: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: await readSecret() }
  return new Promise((resolve, reject) => {
    const request = get(`${url}${path}`, { signal, agent: false, headers }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 401
          ? reject(new SourceError('unauthorized', { credential: 'vendor', status: 401 }))
          : resolve(),
      )
    })
    request.once('error', () =>
      reject(signal.aborted ? signal.reason : new SourceError('upstream_failed', { errno: 'ECONNREFUSED' })),
    )
  })
}
