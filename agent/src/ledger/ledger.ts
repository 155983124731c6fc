import { createHash } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'

// Replies that are kept, and the bytes of them that are kept at most.
export const LEDGER_REPLIES = 200
export const LEDGER_BYTES = 64 * 1024 * 1024

// One reply as it left: `bytes` and the hexadecimal `sha256` are over its header and body as the bus took them.
export type SentReply = Readonly<{
  call: string
  replica: string
  operation: string
  // RFC 3339, when its first byte left.
  at: string
  bytes: number
  sha256: string
  // False once newer replies needed the room: its hash is still here, its bytes are not.
  held: boolean
}>

// What one reply is written into while it leaves.
export type LedgerPage = Readonly<{ add(bytes: Uint8Array): void }>

export type Ledger = Readonly<{
  // Opens a page with the first bytes that left; pages of one call under two replicas stay apart.
  open(facts: Readonly<{ call: string; replica: string; operation: string }>): LedgerPage
  // The newest first.
  list(): readonly SentReply[]
  // The exact bytes of the newest reply to this call; null when it is unknown or its bytes are gone.
  read(call: string): Uint8Array | null
}>

type Page = {
  readonly facts: Readonly<{ call: string; replica: string; operation: string; at: string }>
  readonly hash: ReturnType<typeof createHash>
  chunks: Uint8Array[] | null
  bytes: number
}

// Keeps the last replies in memory, in a bounded number and in bounded bytes: the oldest lose their bytes first.
export function createLedger(
  clock: Clock,
  limits: Readonly<{ replies: number; bytes: number }> = { replies: LEDGER_REPLIES, bytes: LEDGER_BYTES },
): Ledger {
  let pages: Page[] = []
  let held = 0

  function letGo(page: Page): void {
    if (page.chunks === null) return
    held -= page.bytes
    page.chunks = null
  }

  function makeRoom(): void {
    for (const page of pages.splice(0, Math.max(0, pages.length - limits.replies))) letGo(page)
    for (const page of pages) {
      if (held <= limits.bytes) return
      letGo(page)
    }
  }

  return Object.freeze({
    open(facts: Readonly<{ call: string; replica: string; operation: string }>) {
      const at = new Date(clock.now()).toISOString()
      const page: Page = { facts: { ...facts, at }, hash: createHash('sha256'), chunks: [], bytes: 0 }
      pages = [...pages, page]
      makeRoom()
      return {
        add(bytes: Uint8Array) {
          page.hash.update(bytes)
          page.bytes += bytes.byteLength
          if (page.chunks === null) return
          // A copy: a chunk of a reply that broke off would hold the whole body in memory.
          page.chunks.push(bytes.slice())
          held += bytes.byteLength
          makeRoom()
        },
      }
    },
    list: () => pages.map(toSent).toReversed(),
    read(call: string) {
      const page = pages.findLast((one) => one.facts.call === call)
      return page?.chunks === null || page === undefined ? null : Buffer.concat(page.chunks)
    },
  })
}

function toSent({ facts, hash, bytes, chunks }: Page): SentReply {
  return { ...facts, bytes, sha256: hash.copy().digest('hex'), held: chunks !== null }
}
