import type { Clock } from '@vedette/proto/clock'
import type { Ping } from '@vedette/proto/wire'

export type PingBook = Readonly<{
  // True when this replica was not heard of lately: it is owed a beat at once.
  note(ping: Ping): boolean
  // The newest nonce of each replica heard of lately.
  newest(): Record<string, string>
}>

// Replicas that are remembered at most, and for how many milliseconds after their last ping.
const MAX_REPLICAS = 64

// Remembers the newest ping of each control-plane replica for `memoryMs`.
export function createPingBook(clock: Clock, memoryMs: () => number): PingBook {
  const heard = new Map<string, Readonly<{ nonce: string; at: number }>>()

  function forget(): void {
    for (const [replica, { at }] of heard) if (clock.monotonic() - at > memoryMs()) heard.delete(replica)
  }

  return Object.freeze({
    note({ replica, nonce }: Ping) {
      forget()
      const isNew = !heard.has(replica)
      if (isNew && heard.size >= MAX_REPLICAS) return false
      heard.set(replica, { nonce, at: clock.monotonic() })
      return isNew
    },
    newest() {
      forget()
      return Object.fromEntries([...heard].map(([replica, { nonce }]) => [replica, nonce]))
    },
  })
}
