import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { SourceError } from '@vedette/proto/connector'

// Encodings of one body at most, and how far it may swell; the ratio is judged above 1 MiB of output.
export const MAX_ENCODINGS = 2
export const MAX_RATIO = 100
const RATIO_FLOOR_BYTES = 1024 * 1024

const DECODERS = Object.freeze({
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
})

export type ByteBudget = Readonly<{ take(bytes: number): boolean; give(bytes: number): void }>

// Bytes that may be held at once by all bodies that share the budget.
export function createByteBudget(limit: number): ByteBudget {
  let held = 0
  return {
    take(bytes) {
      if (held + bytes > limit) return false
      held += bytes
      return true
    },
    give(bytes) {
      held -= bytes
    },
  }
}

export type BodyLimits = Readonly<{ maxBytes: number; budget: ByteBudget }>

// Reads a response body whole, decoded, and hands it to `use`; the budget is held until `use` returns. Throws
// `unusable` (`too_large`, `unexpected_kind` for unknown or stacked encodings) and `throttled` by us without budget.
export async function readBody<T>(
  response: IncomingMessage,
  limits: BodyLimits,
  use: (bytes: Buffer) => T,
): Promise<T> {
  let held = 0
  try {
    const chunks: Buffer[] = []
    const counter = { wire: 0 }
    for await (const chunk of decode(response, counter) as AsyncIterable<Buffer>) {
      if (!limits.budget.take(chunk.length)) throw new SourceError('throttled', BUDGET_SPENT)
      held += chunk.length
      if (held > limits.maxBytes || swells(held, counter.wire)) throw tooLarge()
      chunks.push(chunk)
    }
    return use(Buffer.concat(chunks))
  } finally {
    limits.budget.give(held)
    response.destroy()
  }
}

const BUDGET_SPENT = Object.freeze({ by: 'us', retry_after_ms: 1000 } as const)

function swells(bytes: number, wire: number): boolean {
  return bytes > RATIO_FLOOR_BYTES && wire > 0 && bytes > wire * MAX_RATIO
}

function tooLarge(): SourceError {
  return new SourceError('unusable', { why: 'too_large' })
}

function decode(response: IncomingMessage, counter: { wire: number }): Readable {
  const names = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length === 0) return response
  if (names.length > MAX_ENCODINGS) throw new SourceError('unusable', { why: 'unexpected_kind' })
  const decoders = names.toReversed().map((name) => {
    const create = Object.hasOwn(DECODERS, name) ? DECODERS[name as keyof typeof DECODERS] : undefined // own key, just checked
    if (create === undefined) throw new SourceError('unusable', { why: 'unexpected_kind' })
    return create()
  })
  async function* count(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      counter.wire += chunk.length
      yield chunk
    }
  }
  const [first, ...rest] = decoders
  if (first === undefined) return response
  const ignore = () => {} // the reader of the last stream sees every error
  return rest.reduce<Readable>(
    (stream, decoder) => pipeline(stream, decoder, ignore),
    pipeline(response, count, first, ignore) as Readable, // a Duplex by construction
  )
}
