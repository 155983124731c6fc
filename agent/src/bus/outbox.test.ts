import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import { CHUNK_BYTES, replySchema } from '@vedette/proto/wire'
import { createLedger } from '../ledger/index.ts'
import { createInlineEngine, createRedactor } from '../redactor/index.ts'
import { createOutbox, type ReplyOrder } from './outbox.ts'
import type { Session } from './session.ts'

type Sent = { subject: string; chunk: string | undefined; bytes: Uint8Array }

function setUp(maxPayload = 1024 * 1024) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const state = { up: true }
  const session: Session = {
    isUp: () => state.up,
    maxPayload: () => maxPayload,
    publish(subject, payload, fields = {}) {
      const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
      assert.ok(bytes.byteLength <= maxPayload)
      sent.push({ subject, chunk: fields['Vedette-Chunk'], bytes })
    },
    flush: async () => {},
    ended: new Promise(() => {}),
    retire: async () => {},
  }
  const ledger = createLedger(clock)
  const outbox = createOutbox(clock, () => session, ledger)
  return { clock, outbox, sent, state, ledger }
}

function toOrder(call: string, signal = new AbortController().signal): ReplyOrder {
  return {
    agent: 'ag_1',
    incarnation: 'i1',
    call,
    replica: 'r1',
    operation: 'o',
    tookMs: 3,
    vendorCalls: 2,
    signal,
  }
}

const redactor = createRedactor(createInlineEngine())
const READ: Part = { scope: {}, state: 'read', items: 1, as_of: 'now' }
const draft = (bytes: number, parts: readonly Part[] = [READ]) =>
  redactor.redactAnswer({ parts, value: { text: 'x'.repeat(bytes) } })

function readHeader(sent: readonly Sent[], at = 0) {
  const header = replySchema.parse(JSON.parse(new TextDecoder().decode(sent[at]?.bytes)))
  assert.ok(header.outcome === 'answered')
  return header
}

const ack = (call: string, chunk: number) => ({ type: 'vedette.v1.ack', call, replica: 'r1', chunk }) as const

test('a small reply is a header and one chunk on the reply subject', async () => {
  const { outbox, sent } = setUp()
  await outbox.sendReply(toOrder('c1'), await draft(10))
  assert.deepEqual(
    sent.map(({ subject, chunk }) => [subject, chunk]),
    [
      ['v1.agent.ag_1.reply.r1.c1', '0'],
      ['v1.agent.ag_1.reply.r1.c1', '1'],
    ],
  )
  const header = readHeader(sent)
  assert.deepEqual([header.chunks, header.body_bytes], [1, sent[1]?.bytes.byteLength])
  assert.deepEqual([header.took_ms, header.vendor_calls], [3, 2])
  assert.equal(outbox.held(), 0)
})

test('four chunks go out, and each acknowledgement lets one more go', async () => {
  const { clock, outbox, sent } = setUp()
  const done = outbox.sendReply(toOrder('c1'), await draft(7 * CHUNK_BYTES - 100))
  await clock.advance(0)
  assert.equal(sent.length - 1, 4)
  assert.ok(outbox.held() > 6 * CHUNK_BYTES)
  outbox.acknowledge(ack('c1', 1))
  outbox.acknowledge(ack('other', 7))
  await clock.advance(0)
  assert.equal(sent.length - 1, 5)
  outbox.acknowledge(ack('c1', 4))
  await done
  assert.deepEqual(
    sent.map(({ chunk }) => chunk),
    ['0', '1', '2', '3', '4', '5', '6', '7'],
  )
  assert.equal(outbox.held(), 0)
})

test('a caller that goes away, or grants no credit, is given up and its bytes are let go', async () => {
  const { clock, outbox, sent } = setUp()
  const controller = new AbortController()
  const cancelled = outbox.sendReply(toOrder('c1', controller.signal), await draft(7 * CHUNK_BYTES))
  await clock.advance(0)
  controller.abort()
  await cancelled
  const stalled = outbox.sendReply(toOrder('c2'), await draft(7 * CHUNK_BYTES))
  await clock.advance(30_000)
  await stalled
  assert.equal(sent.length, 2 * (1 + 4))
  assert.equal(outbox.held(), 0)
  await outbox.sendReply(toOrder('c3', AbortSignal.abort()), await draft(10))
  assert.equal(sent.length, 10)
})

test('no chunk exceeds what the server takes', async () => {
  const { outbox, sent } = setUp(64 * 1024)
  const done = outbox.sendReply(toOrder('c1'), await draft(200 * 1024))
  outbox.acknowledge(ack('c1', 4))
  await done
  assert.equal(readHeader(sent).chunks, 4)
  assert.equal(
    sent.slice(1).reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
    readHeader(sent).body_bytes,
  )
})

test('parts that do not fit a header are withheld, never dropped', async () => {
  const { outbox, sent } = setUp()
  const many = Array.from({ length: 2001 }, () => READ)
  await outbox.sendReply(toOrder('c1'), await draft(10, many))
  const long = Array.from({ length: 1000 }, (): Part => ({ ...READ, scope: { namespace: 'n'.repeat(600) } }))
  await outbox.sendReply(toOrder('c2'), await draft(10, long))
  assert.equal(sent.length, 2)
  for (const at of [0, 1]) {
    const { parts, chunks } = readHeader(sent, at)
    assert.deepEqual([parts, chunks], [[{ scope: {}, state: 'unusable', why: 'too_large' }], 0])
  }
})

test('a part that its reader would call malformed leaves as unusable', async () => {
  const { outbox, sent } = setUp()
  const odd: readonly Part[] = [
    { ...READ, items: Number.NaN },
    { ...READ, items: -1 },
    { scope: {}, state: 'throttled', by: 'vendor', retry_after_ms: Number.POSITIVE_INFINITY },
  ]
  for (const part of odd) await outbox.sendReply(toOrder('c1'), await draft(10, [READ, part]))
  assert.equal(sent.length, odd.length)
  for (const at of odd.keys())
    assert.deepEqual(readHeader(sent, at).parts, [{ scope: {}, state: 'unusable', why: 'internal' }])
})

test('replies that wait for credit hold 32 MiB at most; the next one is throttled by us', async () => {
  const { clock, outbox, sent } = setUp()
  for (let call = 0; call < 4; call += 1)
    void outbox.sendReply(toOrder(`c${call}`), await draft(8 * 1024 * 1024 - 100))
  await clock.advance(0)
  const before = sent.length
  await outbox.sendReply(toOrder('c5'), await draft(1024 * 1024))
  const { parts, chunks } = readHeader(sent, before)
  assert.deepEqual([parts[0]?.state, parts[0]?.by, chunks], ['throttled', 'us', 0])
  await clock.advance(30_000)
  assert.equal(outbox.held(), 0)
})

test('the ledger holds what left, byte by byte, of a whole reply and of one that broke off', async () => {
  const { clock, outbox, sent, ledger, state } = setUp()
  await outbox.sendReply(toOrder('c1'), await draft(10))
  const left = Buffer.concat(sent.map(({ bytes }) => bytes))
  assert.deepEqual(ledger.read('c1'), left)
  const controller = new AbortController()
  const broken = outbox.sendReply(toOrder('c2', controller.signal), await draft(7 * CHUNK_BYTES))
  await clock.advance(0)
  controller.abort()
  await broken
  assert.deepEqual(ledger.read('c2'), Buffer.concat(sent.slice(2).map(({ bytes }) => bytes)))
  state.up = false
  await outbox.sendReply(toOrder('c3'), await draft(10))
  assert.deepEqual(
    ledger.list().map(({ call }) => call),
    ['c2', 'c1'],
  )
})

test('nothing is sent while the bus is away', async () => {
  const { outbox, sent, state } = setUp()
  state.up = false
  await outbox.sendReply(toOrder('c1'), await draft(10))
  assert.equal(sent.length, 0)
})
