import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** A way to a server on loopback that can be stopped up or cut; `connections` counts those that are open. */
export type StartedTcpProxy = {
  readonly port: number
  connections(): number
  /** Nothing passes any more, either way or only to the server; connections stay, and what waits passes after `flow`. */
  hold(way?: 'both' | 'to_server'): void
  flow(): void
  /** Ends every connection and refuses new ones until `flow`. */
  cut(): void
}

type Pair = Readonly<{ near: Socket; far: Socket }>

/** Starts a proxy that passes bytes on, until it is told otherwise. */
export async function startTcpProxy(cleanup: Cleanup, target: number): Promise<StartedTcpProxy> {
  const pairs = new Set<Pair>()
  let mode: 'flow' | 'hold' | 'hold_to_server' | 'cut' = 'flow'
  const end = (pair: Pair) => {
    pairs.delete(pair)
    pair.near.destroy()
    pair.far.destroy()
  }
  const apply = ({ near, far }: Pair) => {
    if (mode === 'hold' || mode === 'hold_to_server') near.pause()
    else near.resume()
    if (mode === 'hold') far.pause()
    else far.resume()
  }
  const server = createServer((near) => {
    if (mode === 'cut') return void near.destroy()
    const pair = { near, far: connect(target, '127.0.0.1') }
    pairs.add(pair)
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      from.on('data', (bytes) => void to.write(bytes))
      from.on('error', () => end(pair))
      from.on('close', () => end(pair))
    }
    apply(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const set = (next: typeof mode) => {
    mode = next
    for (const pair of pairs)
      if (mode === 'cut') end(pair)
      else apply(pair)
  }
  registerUndo(cleanup, () => {
    set('cut')
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    port,
    connections: () => pairs.size,
    hold: (way = 'both') => set(way === 'both' ? 'hold' : 'hold_to_server'),
    flow: () => set('flow'),
    cut: () => set('cut'),
  }
}
