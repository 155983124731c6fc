export type { FakeClock } from './fake.ts'
export { createFakeClock } from './fake.ts'
export { systemClock } from './system.ts'

// The only way product code reads time or waits: tests pass a fake one.
export type Clock = Readonly<{
  // Wall time in milliseconds since the epoch.
  now(): number
  // Milliseconds that never go backwards, for durations and liveness.
  monotonic(): number
  // Calls back once after `ms`; the returned function cancels it.
  after(ms: number, run: () => void): () => void
}>

// Resolves after `ms` milliseconds of the clock, or rejects with the signal's reason once it aborts.
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}
