import type { Clock } from '@vedette/proto/clock'
import { NONCE_MEMORY_SECONDS } from '@vedette/proto/wire'

export type NonceMemory = Readonly<{
  // True the first time; false when the nonce was seen before. Kept at least until `until`, epoch milliseconds.
  claim(nonce: string, until: number): boolean
  size(): number
}>

type Kept = Readonly<{ until: number; elapsed: number }>

// Remembers nonces for 120 s, or as long as their call could still be accepted if that is longer.
export function createNonceMemory(clock: Clock): NonceMemory {
  const seen = new Map<string, Kept>()
  let sweepAt = 0

  // Forgets only what is past on both clocks: setting the wall clock revives nothing.
  function sweep(): void {
    if (clock.monotonic() < sweepAt) return
    sweepAt = clock.monotonic() + 1000
    for (const [nonce, kept] of seen)
      if (kept.elapsed < clock.monotonic() && kept.until < clock.now()) seen.delete(nonce)
  }

  return Object.freeze({
    claim(nonce: string, until: number) {
      sweep()
      if (seen.has(nonce)) return false
      seen.set(nonce, { until, elapsed: clock.monotonic() + NONCE_MEMORY_SECONDS * 1000 })
      return true
    },
    size: () => seen.size,
  })
}
