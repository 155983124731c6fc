import type { Clock } from '@vedette/proto/clock'

export type Buckets = Readonly<{
  // Takes one call out of a bucket; milliseconds until there is one again where it is empty, else 0.
  take(key: string): number
}>

const MINUTE_MS = 60_000
// Buckets kept at the most; full ones are forgotten first, for a new one is full too.
const MAX_BUCKETS = 20_000

// One bucket for each key: `burst` calls at once, filled again with `perMinute` a minute. In memory, on each replica.
export function createBuckets({
  clock,
  perMinute,
  burst,
}: Readonly<{ clock: Clock; perMinute: number; burst: number }>): Buckets {
  const perMs = perMinute / MINUTE_MS
  const buckets = new Map<string, { left: number; at: number }>()
  const refill = (bucket: { left: number; at: number }, now: number): number =>
    Math.min(burst, bucket.left + (now - bucket.at) * perMs)
  return Object.freeze({
    take(key: string): number {
      const now = clock.monotonic()
      const bucket = buckets.get(key) ?? { left: burst, at: now }
      if (!buckets.has(key)) {
        if (buckets.size >= MAX_BUCKETS)
          for (const [other, one] of buckets) if (refill(one, now) >= burst) buckets.delete(other)
        buckets.set(key, bucket)
      }
      bucket.left = refill(bucket, now)
      bucket.at = now
      if (bucket.left < 1) return Math.max(1, Math.ceil((1 - bucket.left) / perMs))
      bucket.left -= 1
      return 0
    },
  })
}
