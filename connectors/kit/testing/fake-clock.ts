import type { Clock } from '@vedette/proto/clock'

export type FakeClock = Clock &
  Readonly<{
    // Moves time on and runs what falls due, in order, each at its own time.
    advance(ms: number): void
    // The same, letting promises and I/O settle after each timer.
    advanceSettled(ms: number): Promise<void>
    // Timers that wait.
    pending(): number
  }>

type Timer = { at: number; run: () => void }

// A clock that only moves when told; starts at 2026-01-01T00:00:00Z unless `start` (epoch ms) says otherwise.
export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start
  const timers = new Set<Timer>()

  function takeDue(end: number): Timer | undefined {
    const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
    if (due === undefined) return undefined
    timers.delete(due)
    now = Math.max(now, due.at)
    return due
  }

  return {
    now: () => now,
    monotonic: () => now - start,
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (let due = takeDue(end); due !== undefined; due = takeDue(end)) due.run()
      now = end
    },
    async advanceSettled(ms) {
      const end = now + ms
      for (let due = takeDue(end); due !== undefined; due = takeDue(end)) {
        due.run()
        await new Promise((resolve) => setImmediate(resolve))
      }
      now = end
      await new Promise((resolve) => setImmediate(resolve))
    },
    pending: () => timers.size,
  }
}
