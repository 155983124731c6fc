import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import { SourceError } from '@vedette/proto/connector'
import { configSchema } from './config.ts'
import { createLogReader } from './log-text.ts'

const MIB = 1024 * 1024
let body = 'first\nlast\n'
let isPart = false
const seen: (string | undefined)[][] = []
// Plays GitHub and its store at one address.
const server = createServer((request, response) => {
  seen.push([request.method, request.headers.range, request.headers.authorization])
  if (request.url === '/logs') return void response.writeHead(302, { location: '/store' }).end()
  if (request.url === '/store') return void response.end('never asked: the address has no host')
  if (request.url === '/away/logs')
    return void response.writeHead(302, { location: `http://${request.headers.host}/blob` }).end()
  const bytes = Buffer.from(body)
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  response.writeHead(start > 0 || isPart ? 206 : 200, { 'content-length': String(bytes.length - start) })
  response.end(request.method === 'HEAD' ? undefined : bytes.subarray(start))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo // listening on TCP
const url = `http://127.0.0.1:${port}`
after(() => server.close())

async function read(path: readonly string[]) {
  seen.length = 0
  const clock = createFakeClock()
  const config = configSchema.parse({ url, owner: 'acme', token: { env: 'T' } })
  const reader = createLogReader({ baseUrl: url, name: 'gh' }, config)
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 5000 }
  try {
    return await reader.read({ path, headers: { authorization: 'Bearer canary' }, context })
  } finally {
    reader.close()
  }
}

test('a log is read from the store that GitHub names, which never gets the credential', async () => {
  body = 'first\nlast\n'
  assert.deepEqual(await read(['away', 'logs']), { text: body, isCut: false })
  assert.deepEqual(seen, [
    ['GET', undefined, 'Bearer canary'],
    ['GET', undefined, undefined],
  ])
})

test('of a log that is too large the end is read, and it is called cut', async () => {
  body = `${'a'.repeat(9 * MIB)}\nlast\n`
  const { text, isCut } = await read(['away', 'logs'])
  assert.deepEqual([isCut, text.length, text.endsWith('\nlast\n')], [true, 4 * MIB, true])
})

test('a page is no log', async () => {
  body = '<!DOCTYPE html><html>Sign in</html>'
  await assert.rejects(read(['away', 'logs']), (error) => {
    assert.ok(error instanceof SourceError)
    return error.state === 'unusable' && error.carried.why === 'unexpected_kind'
  })
})

test('a part of a log that nobody asked for a part of is not the log', async () => {
  body = 'last\n'
  isPart = true
  await assert.rejects(read(['away', 'logs']), (error) => {
    isPart = false
    return error instanceof SourceError && error.state === 'unusable' && error.carried.status === 206
  })
})

test('an address that names no store is not followed', async () => {
  await assert.rejects(read(['logs']), (error) => error instanceof SourceError && error.state === 'unusable')
  assert.equal(seen.length, 1)
})
