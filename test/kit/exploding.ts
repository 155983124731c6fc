import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Cleanup } from './cleanup.ts'

const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024))
const TYPE = { 'content-type': 'application/json' }

const BOMBS: Readonly<Record<string, (response: ServerResponse) => void>> = Object.freeze({
  '100 MB out of 100 KB': (response) => {
    response.writeHead(200, { ...TYPE, 'content-encoding': 'gzip' }).end(BOMB)
  },
  '5,000 layers': (response) => {
    const layers = Array.from({ length: 5_000 }, () => 'gzip').join(',')
    response.writeHead(200, { ...TYPE, 'content-encoding': layers }).end(BOMB)
  },
  'an array a million deep': (response) => {
    response.writeHead(200, TYPE).end(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
  },
  'rows without end': (response) => {
    response.writeHead(200, TYPE)
    const part = Buffer.from(`${'{"metric":{"job":"x"},"value":[1,"1"]},'.repeat(20_000)}`)
    const pour = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', pour)
    }
    response.on('error', () => {})
    response.write('{"status":"success","data":{"resultType":"vector","result":[')
    pour()
  },
})

/** The names of what a vendor can blow up. */
export const BOMB_NAMES: readonly string[] = Object.keys(BOMBS)

/** A vendor on loopback; `explode` takes a name of `BOMB_NAMES`, or null to answer again. */
export type ExplodingPrometheus = Readonly<{ url: string; explode: (bomb: string | null) => void }>

/** A Prometheus that answers like the real one at `behind`, until it is told to answer queries with a bomb. */
export async function startExplodingPrometheus(
  cleanup: Cleanup,
  behind: string,
): Promise<ExplodingPrometheus> {
  let bomb: string | null = null
  const server = createServer(async (request, response) => {
    const isQuery = request.url?.startsWith('/api/v1/query') === true && bomb !== null
    if (isQuery) return BOMBS[bomb ?? '']?.(response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = request
    const type = headers['content-type']
    const told = await fetch(new URL(url, behind), {
      method,
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    })
    response.writeHead(told.status, TYPE).end(await told.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanup.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  const explode = (name: string | null) => {
    bomb = name
  }
  return { url: `http://127.0.0.1:${port}`, explode }
}
