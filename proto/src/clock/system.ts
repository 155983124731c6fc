import type { Clock } from './index.ts'

// The machine's own clock: made into a Clock once, in an entry point, and passed from there.
export const systemClock: Clock = Object.freeze({
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
})
