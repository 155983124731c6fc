import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { createGuardedSocket, type SocketBounds } from './socket.ts'

// Connects to a server that says `bytes`, and gives the error that ended the socket and what had arrived by then.
async function listen(bytes: Buffer, bounds: SocketBounds, read: (chunk: Buffer) => void = () => {}) {
  const peers = new Set<Socket>()
  const server = createServer((peer) => {
    peers.add(peer)
    peer.on('error', () => {})
    peer.write(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on TCP
  const socket = createGuardedSocket(bounds)
  let arrived = 0
  socket.on('data', (chunk: Buffer) => {
    arrived += chunk.length
    read(chunk)
    if (arrived === bytes.length) socket.destroy()
  })
  const error = await new Promise<unknown>((resolve) => {
    let failure: unknown
    socket.once('error', (told) => {
      failure = told
    })
    socket.once('close', () => resolve(failure))
    socket.connect(port, '127.0.0.1')
  })
  for (const peer of peers) peer.destroy()
  await new Promise((resolve) => server.close(resolve))
  return { error, arrived }
}

const why = (error: unknown) => (error instanceof SourceError ? [error.state, error.carried.why] : error)

test('an answer that begins as the protocol does passes whole', async () => {
  const { error, arrived } = await listen(Buffer.from('+OK\r\n'), { greetings: '+-' })
  assert.deepEqual([error, arrived], [undefined, 5])
})

test('an answer of another protocol ends the socket', async () => {
  const { error } = await listen(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), { greetings: '+-' })
  assert.deepEqual(why(error), ['unusable', 'unexpected_kind'])
})

test('an answer past the bound ends the socket before it is all read', async () => {
  const { error, arrived } = await listen(Buffer.alloc(4 * 1024 * 1024, '+'), {
    greetings: '+',
    maxBytes: 100_000,
  })
  assert.deepEqual(why(error), ['unusable', 'too_large'])
  assert.ok(arrived < 1024 * 1024, `${arrived} bytes arrived`)
})

test('a parser that throws ends its socket and not the process', async () => {
  const { error } = await listen(Buffer.from('+odd'), { greetings: '+' }, () => {
    throw new Error('canary of a parser')
  })
  assert.deepEqual(why(error), ['unusable', 'unparseable'])
})
