import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Fault } from './faults.ts'
import type { Route } from './replay-server.ts'

// What the suite needs of whatever plays a vendor; see ReplayServer for the meaning of each.
export type VendorServer = Readonly<{
  url: string
  requests: readonly unknown[]
  unmatched: readonly unknown[]
  connections(): number
  load(routes: readonly Route[]): void
  fail(fault: Fault, from?: number): void
  arrived(count: number): Promise<void>
  idle(): Promise<void>
  stop(): Promise<void>
}>

// What a protocol asks of its server: records one request under its name, and tells how to answer it.
export type WireDesk = Readonly<{
  take(name: string): Readonly<{ fault: Fault | undefined; route: Route | undefined }>
}>

// A real TCP server on loopback that plays a vendor of another protocol; `speak` has each new connection.
export async function createWireServer(
  scheme: string,
  speak: (socket: Socket, desk: WireDesk) => void,
): Promise<VendorServer> {
  let table: readonly Route[] = []
  let fault: Readonly<{ name: Fault; from: number }> | undefined
  let connections = 0
  const requests: string[] = []
  const unmatched: string[] = []
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
  const desk: WireDesk = {
    take(name) {
      requests.push(name)
      wake()
      if (fault !== undefined && requests.length >= fault.from) return { fault: fault.name, route: undefined }
      const route = table.find((one) => one.path === name)
      if (route === undefined) unmatched.push(name)
      return { fault: undefined, route }
    },
  }
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      wake()
    })
    speak(socket, desk)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP

  return {
    url: `${scheme}://127.0.0.1:${port}`,
    requests,
    unmatched,
    connections: () => connections,
    load(routes) {
      table = routes
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
