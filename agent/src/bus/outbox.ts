import { createHash } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import {
  type Ack,
  agentSubject,
  type Beat,
  CHUNK_BYTES,
  CHUNK_CREDIT,
  CHUNK_HEADER,
  type Report,
  replySchema,
  replySubject,
} from '@vedette/proto/wire'
import type { Ledger, LedgerPage } from '../ledger/index.ts'
import { openRedacted, type Redacted, type SafeAnswer, type SafeRefusal } from '../redactor/index.ts'
import type { Session } from './session.ts'

// Which call a reply belongs to, and what stops it.
export type ReplyOrder = Readonly<{
  agent: string
  incarnation: string
  call: string
  replica: string
  operation: string
  tookMs: number
  vendorCalls: number
  // Aborts when the caller goes away.
  signal: AbortSignal
}>

// The one door through which anything leaves: it takes redacted values only.
export type Outbox = Readonly<{
  // False when the bus is away and nothing was sent.
  sendBeat(beat: Redacted<Beat>): boolean
  sendReport(report: Redacted<Report>): boolean
  // Header, then the body in chunks as credit allows; resolves when all is sent, or the caller is gone.
  sendReply(order: ReplyOrder, answer: Redacted<SafeAnswer | SafeRefusal>): Promise<void>
  acknowledge(ack: Ack): void
  // Bytes of replies that wait for credit.
  held(): number
}>

// Reply bytes that wait for credit at most, over all calls; headroom of a chunk for its headers.
const HELD_BYTES = 32 * 1024 * 1024
const HEADROOM_BYTES = 4096
// A caller that grants no credit for so long is gone.
const STALL_MS = 30_000

type Waiting = { acknowledged: number; wake: () => void }

// Encodes and sends the agent's messages over the session of the moment; the ledger gets each byte of a reply that left.
export function createOutbox(clock: Clock, session: () => Session | null, ledger?: Ledger): Outbox {
  const waiting = new Map<string, Waiting>()
  let held = 0

  function send(subject: string, message: unknown): boolean {
    const current = session()
    if (current === null || !current.isUp()) return false
    current.publish(subject, JSON.stringify(message))
    return true
  }

  // Resolves true once chunk `number` may be sent, false when it never may.
  async function waitForCredit(state: Waiting, number: number, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && number > state.acknowledged + CHUNK_CREDIT) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      state.wake = () => resolve(true)
      const cancel = clock.after(STALL_MS, () => resolve(false))
      const leave = () => resolve(false)
      signal.addEventListener('abort', leave, { once: true })
      const goOn = await promise
      cancel()
      signal.removeEventListener('abort', leave)
      if (!goOn) return false
    }
    return !signal.aborted
  }

  function publishChunk(subject: string, payload: Uint8Array, number: number): boolean {
    const current = session()
    if (current === null || !current.isUp()) return false
    current.publish(subject, payload, { [CHUNK_HEADER]: String(number) })
    return true
  }

  async function sendBody(
    order: ReplyOrder,
    chunks: readonly Uint8Array[],
    publish: (chunk: Uint8Array, number: number) => boolean,
  ): Promise<void> {
    const key = `${order.replica}.${order.call}`
    const state: Waiting = { acknowledged: 0, wake: () => {} }
    waiting.set(key, state)
    try {
      for (const [index, chunk] of chunks.entries()) {
        if (!(await waitForCredit(state, index + 1, order.signal))) return
        if (!publish(chunk, index + 1)) return
      }
    } finally {
      waiting.delete(key)
    }
  }

  return Object.freeze({
    sendBeat: (beat: Redacted<Beat>) => {
      const message = openRedacted(beat)
      return send(agentSubject(message.agent, 'beat'), message)
    },
    sendReport: (report: Redacted<Report>) => {
      const message = openRedacted(report)
      return send(agentSubject(message.agent, 'report'), message)
    },
    async sendReply(order: ReplyOrder, answer: Redacted<SafeAnswer | SafeRefusal>) {
      const subject = replySubject(order.agent, order.replica, order.call)
      const safe = openRedacted(answer)
      const chunkBytes = Math.min(CHUNK_BYTES, (session()?.maxPayload() ?? CHUNK_BYTES) - HEADROOM_BYTES)
      const reply = encodeReply(order, safe, { chunkBytes, room: HELD_BYTES - held, sentAt: clock.now() })
      let page: LedgerPage | undefined
      const publish = (chunk: Uint8Array, number: number): boolean => {
        if (!publishChunk(subject, chunk, number)) return false
        const { call, replica, operation } = order
        page ??= ledger?.open({ call, replica, operation })
        page?.add(chunk)
        return true
      }
      if (order.signal.aborted || !publish(reply.header, 0) || reply.chunks.length === 0) return
      held += reply.bytes
      await sendBody(order, reply.chunks, publish).finally(() => {
        held -= reply.bytes
      })
    },
    acknowledge(ack: Ack) {
      const state = waiting.get(`${ack.replica}.${ack.call}`)
      if (state === undefined) return
      state.acknowledged = Math.max(state.acknowledged, ack.chunk)
      state.wake()
    },
    held: () => held,
  })
}

type Encoded = Readonly<{ header: Uint8Array; chunks: readonly Uint8Array[]; bytes: number }>
type Limits = Readonly<{ chunkBytes: number; room: number; sentAt: number }>

function encodeReply(order: ReplyOrder, safe: SafeAnswer | SafeRefusal, limits: Limits): Encoded {
  const base = {
    type: 'vedette.v1.reply',
    call: order.call,
    agent: order.agent,
    incarnation: order.incarnation,
    operation: order.operation,
    took_ms: Math.max(0, Math.round(order.tookMs)),
    sent_at: limits.sentAt,
    vendor_calls: order.vendorCalls,
  } as const
  if (safe.outcome === 'refused') return { header: encode({ ...base, ...safe }), chunks: [], bytes: 0 }
  const { body, ...facts } = safe
  const bytes = body === null ? new Uint8Array() : new TextEncoder().encode(body)
  if (bytes.byteLength > limits.room)
    return encodeReply(order, toBlind({ state: 'throttled', by: 'us', retry_after_ms: 1000 }), limits)
  const chunks = split(bytes, limits.chunkBytes)
  const body_sha256 = createHash('sha256').update(bytes).digest('hex')
  const message = { ...base, ...facts, body_bytes: bytes.byteLength, body_sha256, chunks: chunks.length }
  const header = encode(message)
  // A header that does not fit would be refused by the server, or its parts by the reader: say so instead.
  if (header.byteLength > limits.chunkBytes || facts.parts.length > MAX_PARTS)
    return encodeReply(order, toBlind({ state: 'unusable', why: 'too_large' }), limits)
  if (!isReadable(message)) return encodeReply(order, toBlind({ state: 'unusable', why: 'internal' }), limits)
  return { header, chunks, bytes: bytes.byteLength }
}

// A reply that its reader would call malformed must not leave: a number of a connector may be no number.
function isReadable(message: unknown): boolean {
  try {
    return replySchema.safeParse(message).success
  } catch {
    return false
  }
}

const MAX_PARTS = 2000

function toBlind(word: Omit<SafeAnswer['parts'][number], 'scope'>): SafeAnswer {
  return { outcome: 'answered', parts: [{ scope: {}, ...word }], body: null, redacted: {} }
}

function encode(message: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(message))
}

function split(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.byteLength / size)
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}
