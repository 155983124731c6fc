import { createHash } from 'node:crypto'
import { CHUNK_BYTES, CHUNK_CREDIT } from '@vedette/proto/wire'
import { BODY_LIMITS, parseBounded } from './parse.ts'

// A body's shape as its header announced it.
export type BodyFacts = Readonly<{ body_bytes: number; body_sha256: string; chunks: number }>

export type Assembly = Readonly<{
  // Takes one chunk; `malformed` when it breaks the protocol. A chunk that came before is ignored.
  add(index: number, bytes: Uint8Array): 'more' | 'whole' | 'malformed'
  // The highest chunk up to which nothing is missing.
  contiguous(): number
  // The parsed body; throws when bytes, hash or JSON do not hold.
  finish(): unknown
}>

// Tells whether chunks and bytes of a header fit together: no empty chunks, none over the limit.
export function isPlausibleBody({ body_bytes, chunks }: BodyFacts): boolean {
  return chunks >= Math.ceil(body_bytes / CHUNK_BYTES) && chunks <= Math.min(body_bytes, 1024)
}

// Puts the chunks of one body together in their order. `acknowledged` tells how far credit was given.
export function createAssembly(facts: BodyFacts, acknowledged: () => number): Assembly {
  const parts: (Uint8Array | undefined)[] = []
  let bytes = 0
  let contiguous = 0
  return Object.freeze({
    add(index: number, chunk: Uint8Array) {
      if (index < 1 || index > facts.chunks || index > acknowledged() + CHUNK_CREDIT) return 'malformed'
      if (chunk.byteLength === 0 || chunk.byteLength > CHUNK_BYTES) return 'malformed'
      if (parts[index] !== undefined) return 'more'
      bytes += chunk.byteLength
      if (bytes > facts.body_bytes) return 'malformed'
      // A copy: the client's buffer is not ours to keep.
      parts[index] = chunk.slice()
      while (parts[contiguous + 1] !== undefined) contiguous += 1
      if (contiguous < facts.chunks) return 'more'
      return bytes === facts.body_bytes ? 'whole' : 'malformed'
    },
    contiguous: () => contiguous,
    finish() {
      const whole = Buffer.concat(parts.filter((part) => part !== undefined))
      const hash = createHash('sha256').update(whole).digest('hex')
      if (hash !== facts.body_sha256.toLowerCase()) throw new RangeError('the hash of the body differs')
      return parseBounded(whole, BODY_LIMITS)
    },
  })
}
