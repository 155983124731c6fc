import type { Clock } from '@vedette/proto/clock'

/** A clock that stands still until the laboratory lets the next timer fall due. */
export type LabClock = Clock &
  Readonly<{
    /** Moves to the next timer and runs it; false when none waits. */
    step(): boolean
    /** Milliseconds until the next timer; null when none waits. */
    untilNext(): number | null
    /** Moves time without running anything that is not due by then. */
    pass(ms: number): void
  }>

type Timer = { readonly at: number; readonly order: number; readonly run: () => void }

/** A stepping clock; timers of one moment run in the order in which they were set. */
export function createLabClock(start: number): LabClock {
  const timers = new Set<Timer>()
  let elapsed = 0
  let order = 0
  const first = () => {
    let next: Timer | null = null
    for (const timer of timers)
      if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order))
        next = timer
    return next
  }
  return Object.freeze({
    now: () => start + elapsed,
    monotonic: () => elapsed,
    after(ms: number, run: () => void) {
      const timer = { at: elapsed + Math.max(0, ms), order: order++, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    step() {
      const timer = first()
      if (timer === null) return false
      timers.delete(timer)
      elapsed = Math.max(elapsed, timer.at)
      timer.run()
      return true
    },
    untilNext() {
      const timer = first()
      return timer === null ? null : Math.max(0, timer.at - elapsed)
    },
    pass(ms: number) {
      elapsed += ms
    },
  })
}

/** The same time as another sees it whose clock is off by `skew` milliseconds. */
export function createSkewedClock(clock: Clock, skew: number): Clock {
  return skew === 0 ? clock : { ...clock, now: () => clock.now() + skew }
}
