import type { Clock } from '@vedette/proto/clock'

// Answers kept for a moment; failures never are.
export type Memory = Readonly<{
  recall<T>(key: string, keepMs: number, ask: () => Promise<T>): Promise<T>
  // Forgets everything: what was asked of another server says nothing of this one.
  forget(): void
}>

const MOST = 5000

// A memory on a clock; over 5,000 entries it forgets everything.
export function createMemory(clock: Clock): Memory {
  const kept = new Map<string, Readonly<{ until: number; answer: unknown }>>()
  let era = 0
  return {
    forget() {
      kept.clear()
      era += 1
    },
    async recall<T>(key: string, keepMs: number, ask: () => Promise<T>): Promise<T> {
      const found = kept.get(key)
      // A key belongs to one kind of question, so its answer has that type.
      if (found !== undefined && clock.monotonic() < found.until) return found.answer as T
      const asked = era
      const answer = await ask()
      if (asked !== era) return answer
      if (kept.size >= MOST) kept.clear()
      kept.set(key, { until: clock.monotonic() + keepMs, answer })
      return answer
    },
  }
}
