// How many malformed messages within a minute are borne, and for how long the agent is then not heard.
export const MALFORMED_PER_MINUTE = 10
export const QUARANTINE_MS = 60_000

export type Quarantine = Readonly<{
  // Counts one malformed message; true when the agent goes into quarantine with it.
  record(key: string, now: number): boolean
  holds(key: string, now: number): boolean
}>

type Entry = { count: number; since: number; until: number }

// Remembers who sends what cannot be read; `now` in monotonic milliseconds, `key` names organisation and agent.
export function createQuarantine(): Quarantine {
  const entries = new Map<string, Entry>()
  return Object.freeze({
    record(key, now) {
      const entry = entries.get(key)
      if (entry === undefined || now - entry.since >= 60_000) {
        entries.set(key, { count: 1, since: now, until: entry?.until ?? 0 })
        return false
      }
      entry.count += 1
      if (entry.count <= MALFORMED_PER_MINUTE || entry.until > now) return false
      entry.until = now + QUARANTINE_MS
      return true
    },
    holds(key, now) {
      // Most agents are never in it: the empty map answers at once.
      return entries.size > 0 && (entries.get(key)?.until ?? 0) > now
    },
  })
}
