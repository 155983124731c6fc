import type { Clock } from '@vedette/proto/clock'
import { createStoreAway } from './error.ts'

// How long an answer waits for what of the store it can do without, in milliseconds.
const PATIENCE_MS = 2_000

// Settles as the work does; rejects with StoreError `unavailable` once the store is too slow for it. The work goes on.
export async function withPatience<T>(clock: Clock, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const cancel = clock.after(PATIENCE_MS, () => late.reject(createStoreAway(null)))
  try {
    return await Promise.race([work, late.promise])
  } finally {
    cancel()
  }
}
