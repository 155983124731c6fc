import type { Part } from '@vedette/proto/visibility'
import { REPLY_BYTES, type Reply, replySchema, type WirePart } from '@vedette/proto/wire'
import { isPlausibleBody } from './assembly.ts'
import { parseBounded, REPORT_LIMITS } from './parse.ts'
import type { CallRequest, CallResult, ReplyMeta } from './types.ts'

type Answered = Extract<Reply, { outcome: 'answered' }>

// A reply's header: an ending, or the body to wait for.
export type ReadHeader =
  | Readonly<{ kind: 'end'; result: CallResult }>
  | Readonly<{ kind: 'body'; header: Answered }>

// A call that gave nothing usable; the part's scope is filled in by whoever planned it.
export function lost(part: Omit<Part, 'scope'>): CallResult {
  return { kind: 'lost', part: { scope: {}, ...part } }
}

// Reads chunk 0 of a reply and checks that it answers this call.
export function readHeader(bytes: Uint8Array, request: CallRequest, call: string): ReadHeader {
  const header = tryParse(bytes)
  if (header === null) return end(lost({ state: 'unusable', why: 'malformed' }))
  const { agent, incarnation, operation } = request
  const fits =
    header.call === call &&
    header.agent === agent &&
    header.incarnation === incarnation &&
    header.operation === operation
  if (!fits) return end(lost({ state: 'unusable', why: 'malformed' }))
  if (header.outcome === 'refused') return end({ kind: 'refused', error: header.error })
  if (header.body_bytes > REPLY_BYTES) return end(lost({ state: 'unusable', why: 'too_large' }))
  if (header.chunks === 0 && header.body_bytes === 0) return end(toAnswered(header, undefined))
  if (!isPlausibleBody(header)) return end(lost({ state: 'unusable', why: 'malformed' }))
  return { kind: 'body', header }
}

// The answer of a header and its parsed body.
export function toAnswered(header: Answered, body: unknown): CallResult {
  const { query, dialect, url, warnings, redacted, vendor_calls, took_ms, body_sha256 } = header
  const meta: ReplyMeta = {
    redacted,
    vendor_calls,
    took_ms,
    body_sha256,
    ...(query === undefined ? {} : { query }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(url === undefined ? {} : { url }),
    ...(warnings === undefined ? {} : { warnings }),
  }
  return { kind: 'answered', parts: header.parts.map(toPart), body, meta }
}

function toPart(part: WirePart): Part {
  // The schema's optional fields come out as `undefined`; Part leaves them out instead.
  return Object.fromEntries(
    Object.entries(part).filter(([, value]) => value !== undefined),
  ) as unknown as Part
}

function tryParse(bytes: Uint8Array): Reply | null {
  try {
    return replySchema.parse(parseBounded(bytes, REPORT_LIMITS))
  } catch {
    return null
  }
}

function end(result: CallResult): ReadHeader {
  return { kind: 'end', result }
}
