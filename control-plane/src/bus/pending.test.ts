import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { CHUNK_BYTES, CHUNK_CREDIT, REPLY_BYTES } from '@vedette/proto/wire'
import { createAdmission } from './admission.ts'
import { createPending } from './pending.ts'
import type { CallRequest, CallResult } from './types.ts'

const REQUEST: CallRequest = {
  organisation: 'acme',
  agent: 'ag_1',
  incarnation: 'inc',
  operation: 'host.disks.list',
  contract: 1,
  instance: 'host',
  arguments: {},
  tier: 'read',
  principal: 'tok',
  policy_hash: 'h',
  budget_ms: 1_000,
  signal: new AbortController().signal,
}

function start(admission = createAdmission()) {
  const results: CallResult[] = []
  const acks: number[] = []
  const pending = createPending({
    request: REQUEST,
    call: 'c1',
    admission,
    acknowledge: (chunk) => acks.push(chunk),
    settle: (result) => results.push(result),
  })
  return { pending, results, acks, admission }
}

function header(body: Buffer, more: Record<string, unknown> = {}): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'vedette.v1.reply',
      call: 'c1',
      agent: 'ag_1',
      incarnation: 'inc',
      operation: 'host.disks.list',
      took_ms: 1,
      sent_at: 0,
      outcome: 'answered',
      parts: [{ scope: {}, state: 'read', items: 1, as_of: '2030-01-01T00:00:00Z' }],
      body_bytes: body.length,
      body_sha256: createHash('sha256').update(body).digest('hex'),
      chunks: Math.ceil(body.length / CHUNK_BYTES),
      ...more,
    }),
  )
}

const bodyOf = (chunks: number) => Buffer.from(JSON.stringify('x'.repeat(chunks * CHUNK_BYTES - 2)))
const chunkOf = (body: Buffer, index: number) => body.subarray((index - 1) * CHUNK_BYTES, index * CHUNK_BYTES)

test('chunks of a large body are acknowledged one by one, the last never', () => {
  const { pending, results, acks } = start()
  const body = bodyOf(6)
  pending.take(0, header(body))
  for (let index = 1; index <= 6; index += 1) pending.take(index, chunkOf(body, index))
  assert.deepEqual(acks, [1, 2, 3, 4, 5])
  assert.equal(results.length, 1)
  assert.equal(results[0]?.kind === 'answered' && results[0].body, JSON.parse(body.toString()))
})

test('a body within the first credit needs no acknowledgement', () => {
  const { pending, results, acks } = start()
  const body = bodyOf(CHUNK_CREDIT)
  pending.take(0, header(body))
  for (let index = 1; index <= CHUNK_CREDIT; index += 1) pending.take(index, chunkOf(body, index))
  assert.deepEqual(acks, [])
  assert.equal(results[0]?.kind, 'answered')
})

test('chunks out of order and twice are put in order, and credit follows what is whole', () => {
  const { pending, results, acks } = start()
  const body = bodyOf(5)
  pending.take(0, header(body))
  for (const index of [2, 1, 1, 4, 3, 2, 5]) pending.take(index, chunkOf(body, index))
  assert.deepEqual(acks, [2, 4])
  assert.equal(results[0]?.kind === 'answered' && results[0].body, JSON.parse(body.toString()))
})

test('a chunk beyond the credit, over its size or over the announced bytes is unusable', () => {
  const body = bodyOf(6)
  const broken: readonly (readonly [number, Buffer])[] = [
    [5, chunkOf(body, 5)],
    [1, Buffer.alloc(CHUNK_BYTES + 1)],
    [1, Buffer.alloc(0)],
    [7, Buffer.alloc(1)],
  ]
  for (const [index, bytes] of broken) {
    const { pending, results } = start()
    pending.take(0, header(body))
    pending.take(index, bytes)
    assert.equal(results[0]?.kind === 'lost' && results[0].part.why, 'malformed')
  }
})

test('a header that promises too much, or what cannot be, is unusable before a byte is held', () => {
  const body = bodyOf(1)
  const cases = [
    [{ body_bytes: REPLY_BYTES + 1, chunks: 17 }, 'too_large'],
    [{ chunks: 0 }, 'malformed'],
    [{ chunks: 2000 }, 'malformed'],
    [{ body_bytes: 3, chunks: 4 }, 'malformed'],
    [{ operation: 'host.info' }, 'malformed'],
    [{ parts: [] }, 'malformed'],
    [{ parts: [{ scope: {}, state: 'read', items: -1 }] }, 'malformed'],
  ] as const
  for (const [more, why] of cases) {
    const { pending, results, admission } = start()
    pending.take(0, header(body, more))
    assert.equal(results[0]?.kind === 'lost' && results[0].part.why, why, JSON.stringify(more))
    assert.equal(admission.used(), 0)
  }
})

test('an unknown state word of a newer agent is read as unusable, never as a read', () => {
  const { pending, results } = start()
  pending.take(0, header(Buffer.alloc(0), { parts: [{ scope: { host: 'h' }, state: 'splendid', items: 3 }] }))
  assert.ok(results[0]?.kind === 'answered')
  assert.deepEqual(results[0].parts, [{ scope: { host: 'h' }, state: 'unusable', why: 'unknown_state' }])
  assert.equal(results[0].body, undefined)
})

test('a large body waits for room without credit, and goes on when there is some', () => {
  const admission = createAdmission(16 * CHUNK_BYTES)
  admission.tryTake(10 * CHUNK_BYTES)
  const { pending, results, acks } = start(admission)
  const body = bodyOf(8)
  pending.take(0, header(body))
  for (let index = 1; index <= 4; index += 1) pending.take(index, chunkOf(body, index))
  assert.deepEqual(acks, [])
  admission.release(10 * CHUNK_BYTES)
  assert.deepEqual(acks, [4])
  for (let index = 5; index <= 8; index += 1) pending.take(index, chunkOf(body, index))
  assert.equal(results[0]?.kind, 'answered')
  pending.release()
  assert.equal(admission.used(), 0)
})

test('without room even for the first chunks the reply is throttled by us, and holds nothing', () => {
  const admission = createAdmission(16 * CHUNK_BYTES)
  admission.tryTake(15 * CHUNK_BYTES)
  for (const chunks of [2, 8]) {
    const { pending, results } = start(admission)
    pending.take(0, header(bodyOf(chunks)))
    assert.ok(results[0]?.kind === 'lost')
    assert.equal(results[0].part.state, 'throttled')
    assert.equal(results[0].part.by, 'us')
    pending.release()
    assert.equal(admission.used(), 15 * CHUNK_BYTES)
  }
})
