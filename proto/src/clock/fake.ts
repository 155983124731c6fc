import type { Clock } from './index.ts'

// A clock that stands still until a test moves it.
export type FakeClock = Clock &
  Readonly<{
    // Moves time by `ms`, running what falls due in order and letting promises settle after each.
    advance(ms: number): Promise<void>
    // Moves wall time alone, as a person who sets the clock does.
    skew(ms: number): void
    // How many timers wait.
    pending(): number
  }>

type Timer = { at: number; run: () => void }

// A fake clock that starts at `start`, epoch milliseconds.
export function createFakeClock(start = Date.UTC(2030, 0, 1)): FakeClock {
  const timers = new Set<Timer>()
  let elapsed = 0
  let wall = start
  const dueBy = (limit: number) =>
    [...timers].filter((timer) => timer.at <= limit).sort((a, b) => a.at - b.at)[0]
  return Object.freeze({
    now: () => wall + elapsed,
    monotonic: () => elapsed,
    after(ms: number, run: () => void) {
      const timer = { at: elapsed + Math.max(0, ms), run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async advance(ms: number) {
      const limit = elapsed + ms
      await settle()
      for (let timer = dueBy(limit); timer !== undefined; timer = dueBy(limit)) {
        timers.delete(timer)
        elapsed = Math.max(elapsed, timer.at)
        timer.run()
        await settle()
      }
      elapsed = limit
      await settle()
    },
    skew(ms: number) {
      wall += ms
    },
    pending: () => timers.size,
  })
}

// Lets promise chains of a reasonable depth run to their end.
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
}
