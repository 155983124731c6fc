import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Clock } from '@vedette/proto/clock'

/** What a vendor does with one request. */
export type VendorReply = Readonly<{
  status?: number
  headers?: Readonly<Record<string, string>>
  /** A JSON value, or with `text` the body as it stands. */
  json?: unknown
  text?: string
  /** Milliseconds of the laboratory's clock before the head goes out. */
  delay_ms?: number
  /** `silence`: no answer; `drip`: a head and one byte; `reset`: the connection breaks. */
  break?: 'silence' | 'drip' | 'reset'
}>

export type VendorDesk = (path: readonly string[], query: URLSearchParams) => VendorReply

/** One HTTP server on loopback that plays every vendor, and the count of what is under way on the wire. */
export type Wire = Readonly<{
  url: string
  /** Plays the vendors of one trial until the returned function is called. */
  open(desk: VendorDesk, clock: Clock): () => void
  /** A request begins and ends at its client; between them something moves unless it is stalled. */
  begin(): string
  end(ask: string): void
  /** It waits for the laboratory's clock, or for ever. */
  stall(ask: string): void
  wake(ask: string): void
  isBusy(): boolean
  requests(): number
  /** Breaks every connection at once, so that no port stays taken. */
  reset(): void
  close(): Promise<void>
}>

/** Starts the server; with `anyone` it answers processes whose requests are not counted here. */
export async function createWire({ anyone = false } = {}): Promise<Wire> {
  const sockets = new Set<Socket>()
  const busy = new Set<string>()
  const stalled = new Set<string>()
  let asks = 0
  let requests = 0
  let open: Readonly<{ desk: VendorDesk; clock: Clock }> | null = null
  const stall = (ask: string) => {
    if (busy.has(ask)) stalled.add(ask)
  }
  const wake = (ask: string) => void stalled.delete(ask)

  const server = http.createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    request.resume()
    requests += 1
    const url = new URL(request.url ?? '/', 'http://vendor.test')
    const ask = url.searchParams.get('ask') ?? ''
    if (open === null || (!anyone && !busy.has(ask))) return void request.socket.resetAndDestroy()
    const { desk, clock } = open
    const reply = desk(url.pathname.slice(1).split('/').map(decodeURIComponent), url.searchParams)
    if (reply.break === 'silence') return stall(ask)
    if (reply.break === 'reset') return void request.socket.resetAndDestroy()
    if (reply.break === 'drip') {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{')
      return stall(ask)
    }
    const send = () => {
      wake(ask)
      const type = reply.text === undefined ? 'application/json' : 'text/html'
      response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers })
      response.end(reply.text ?? JSON.stringify(reply.json ?? null))
    }
    if (reply.delay_ms === undefined) return send()
    stall(ask)
    clock.after(reply.delay_ms, send)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  return Object.freeze({
    url: `http://127.0.0.1:${port}`,
    open(desk: VendorDesk, clock: Clock) {
      open = { desk, clock }
      return () => {
        open = null
        busy.clear()
        stalled.clear()
        reset()
      }
    },
    begin() {
      asks += 1
      const ask = `a${asks}`
      busy.add(ask)
      return ask
    },
    end(ask: string) {
      busy.delete(ask)
      stalled.delete(ask)
    },
    stall,
    wake,
    isBusy: () => busy.size > stalled.size,
    requests: () => requests,
    reset,
    async close() {
      reset()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** A clock whose first timer is a call's deadline; any later one is a pause before a retry, in which nothing moves. */
export function createCallClock(clock: Clock, wire: Pick<Wire, 'stall' | 'wake'>, ask: string): Clock {
  let timers = 0
  return {
    ...clock,
    after(ms: number, run: () => void) {
      timers += 1
      if (timers === 1) return clock.after(ms, run)
      wire.stall(ask)
      return clock.after(ms, () => {
        wire.wake(ask)
        run()
      })
    },
  }
}
