import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { FAULTS, type Fault } from './faults.ts'

// One recorded answer. `query` lists parameters that must be equal, in the URL or in a posted form; others are
// free, and a route without `query` takes any.
export type Route = Readonly<{
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  query?: Readonly<Record<string, string | readonly string[]>>
  // Texts that request headers must contain, by lower-case name: for protocols that name the call in a header.
  sent?: Readonly<Record<string, string>>
  // Fields of a JSON body that must be equal; others are free.
  asks?: Readonly<Record<string, unknown>>
  status?: number
  headers?: Readonly<Record<string, string>>
  // The body: `json` is encoded, `text` is sent as it stands.
  json?: unknown
  text?: string
}>

export type RecordedRequest = Readonly<{
  method: string
  path: string
  query: URLSearchParams
  headers: http.IncomingHttpHeaders
  body: string
}>

export type ReplayServer = Readonly<{
  url: string
  requests: readonly RecordedRequest[]
  // Requests that no route answered; they got a 404.
  unmatched: readonly RecordedRequest[]
  connections(): number
  // Answers with `routes` from now on, without a fault, and forgets what was recorded.
  load(routes: readonly Route[]): void
  // Fails every request from the `from`-th on (1 is the first after `load`).
  fail(fault: Fault, from?: number): void
  // Resolves once `count` requests have arrived since `load`.
  arrived(count: number): Promise<void>
  // Resolves once no connection is open.
  idle(): Promise<void>
  stop(): Promise<void>
}>

// A real HTTP server on loopback that plays a vendor.
export async function createReplayServer(routes: readonly Route[] = []): Promise<ReplayServer> {
  let table = routes
  let fault: Readonly<{ name: Fault; from: number }> | undefined
  let connections = 0
  const requests: RecordedRequest[] = []
  const unmatched: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  const waiters = new Set<() => void>()
  const wake = () => {
    for (const waiter of [...waiters]) waiter()
  }
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return
        waiters.delete(check)
        resolve()
      }
      waiters.add(check)
      check()
    })

  const server = http.createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
    const recorded = await record(request)
    requests.push(recorded)
    wake()
    if (fault !== undefined && requests.length >= fault.from) return FAULTS[fault.name](response, request)
    const route = table.find((one) => matches(one, recorded))
    if (route === undefined) unmatched.push(recorded)
    answer(response, route ?? { path: recorded.path, status: 404, json: { error: 'no such route' } })
  })
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    unmatched,
    connections: () => connections,
    load(next) {
      table = next
      fault = undefined
      requests.length = 0
      unmatched.length = 0
    },
    fail(name, from = 1) {
      fault = { name, from }
    },
    arrived: (count) => until(() => requests.length >= count),
    idle: () => until(() => sockets.size === 0),
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function record(request: http.IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const url = new URL(request.url ?? '/', 'http://replay.test')
  const body = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  }
}

function matches(route: Route, request: RecordedRequest): boolean {
  if (route.path !== request.path) return false
  if (route.method !== undefined && route.method !== request.method) return false
  const isSent = ([name, text]: [string, string]) => String(request.headers[name] ?? '').includes(text)
  if (!Object.entries(route.sent ?? {}).every(isSent) || !isAsked(route.asks, request.body)) return false
  const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded'
  const form = new URLSearchParams(isForm ? request.body : '')
  return Object.entries(route.query ?? {}).every(([key, wanted]) => {
    const got = [...request.query.getAll(key), ...form.getAll(key)]
    const expected = typeof wanted === 'string' ? [wanted] : wanted
    return got.length === expected.length && got.every((one, index) => one === expected[index])
  })
}

function isAsked(asks: Route['asks'], body: string): boolean {
  if (asks === undefined) return true
  try {
    const sent: unknown = JSON.parse(body)
    return (
      typeof sent === 'object' &&
      sent !== null &&
      Object.entries(asks).every(([key, wanted]) => isDeepStrictEqual(Reflect.get(sent, key), wanted))
    )
  } catch {
    return false
  }
}

function answer(response: http.ServerResponse, route: Route): void {
  const type = route.text === undefined ? 'application/json' : 'text/plain'
  response.writeHead(route.status ?? 200, { 'content-type': type, ...route.headers })
  response.end(route.text ?? JSON.stringify(route.json ?? null))
}
