import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Sample = Readonly<{ name: string; label: string; value: number }>

export type EndpointFacts = Readonly<{
  // True once the agent is enrolled, connected and probed.
  isReady(): boolean
  counters(): readonly Sample[]
  health(): readonly Readonly<{ instance: string; health: string }>[]
}>

export type Endpoints = Readonly<{ port: number; close(): Promise<void> }>

// Serves /healthz, /readyz and /metrics on a loopback address; rejects when the port is taken.
export async function startEndpoints(
  address: Readonly<{ host: string; port: number }>,
  facts: EndpointFacts,
): Promise<Endpoints> {
  const server = createServer((request, response) => void answer(request, response, facts))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return Object.freeze({
    port: (server.address() as AddressInfo).port, // it listens on TCP
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  facts: EndpointFacts,
): Promise<void> {
  const path = request.url?.split('?')[0]
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, 'only GET\n')
  if (path === '/healthz') return send(response, 200, 'ok\n')
  if (path === '/readyz')
    return facts.isReady() ? send(response, 200, 'ready\n') : send(response, 503, 'not ready\n')
  if (path === '/metrics') return sendMetrics(response, facts)
  return send(response, 404, 'not found\n')
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type }).end(text)
}

async function sendMetrics(response: ServerResponse, facts: EndpointFacts): Promise<void> {
  // Loaded on the first scrape: an agent that nobody scrapes does not pay for it.
  const { Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const registers = [registry]
  const ready = new Gauge({
    name: 'vedette_agent_ready',
    help: '1 while enrolled, connected and probed',
    registers,
  })
  ready.set(facts.isReady() ? 1 : 0)
  const labelNames = ['kind', 'what']
  const counts = new Gauge({
    name: 'vedette_agent_events',
    help: 'Events since the start',
    labelNames,
    registers,
  })
  for (const { name, label, value } of facts.counters()) counts.set({ kind: name, what: label }, value)
  const health = new Gauge({
    name: 'vedette_agent_connector_health',
    help: '1 for the health word that stands',
    labelNames: ['instance', 'health'],
    registers,
  })
  for (const one of facts.health()) health.set({ instance: one.instance, health: one.health }, 1)
  send(response, 200, await registry.metrics(), registry.contentType)
}
