import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createGzip, gzipSync } from 'node:zlib'
import { systemClock } from '@vedette/proto/clock'
import { SourceError } from '@vedette/proto/connector'
import { createHttpClient } from './http.ts'

const DEADLINE_MS = 5_000
const MIB = 1024 * 1024

const BOMB = gzipSync(Buffer.alloc(100 * MIB))

const BOMBS: Readonly<Record<string, (response: ServerResponse) => void>> = Object.freeze({
  '100 MB out of 100 KB of gzip': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(BOMB)
  },
  'gzip of gzip of 100 MB': (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip, gzip' })
      .end(gzipSync(BOMB))
  },
  'Content-Encoding of 5,000 layers': (response) => {
    const layers = Array.from({ length: 5_000 }, () => 'gzip').join(',')
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': layers }).end(BOMB)
  },
  'an array a million deep': (response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`)
  },
  'a body that never ends': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    const zip = createGzip()
    zip.pipe(response)
    const part = Buffer.alloc(MIB, 32)
    const pour = () => {
      while (!response.destroyed && zip.write(part));
      if (!response.destroyed) zip.once('drain', pour)
    }
    response.once('close', () => zip.destroy())
    zip.on('error', () => {})
    pour()
  },
})

async function startBombs(t: TestContext): Promise<string> {
  const server = createServer((request, response) => {
    response.on('error', () => {})
    BOMBS[decodeURIComponent((request.url ?? '/').slice(1))]?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return `http://127.0.0.1:${port}/`
}

for (const name of Object.keys(BOMBS))
  test(`${name} is no answer, before the deadline and within 200 MiB of memory`, async (t) => {
    const baseUrl = await startBombs(t)
    const client = createHttpClient({ baseUrl, name: 'vendor' })
    t.after(() => client.close())
    const begun = systemClock.monotonic()
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 5)
    t.after(() => clearInterval(watch))
    const context = {
      clock: systemClock,
      signal: new AbortController().signal,
      deadline: systemClock.now() + DEADLINE_MS,
    }
    const error = await client.get({ path: [name], context }).then(
      () => assert.fail('a bomb was taken for an answer'),
      (thrown: unknown) => thrown,
    )
    clearInterval(watch)
    peak = Math.max(peak, process.memoryUsage().rss)
    assert.ok(error instanceof SourceError, String(error))
    assert.ok(['unusable', 'upstream_failed'].includes(error.state), error.state)
    t.diagnostic(`${error.state} ${JSON.stringify(error.carried)}, +${Math.round((peak - before) / MIB)} MiB`)
    assert.ok(systemClock.monotonic() - begun < DEADLINE_MS + 1_000)
    assert.ok(peak - before < 200 * MIB, `${Math.round((peak - before) / MIB)} MiB more`)
  })
