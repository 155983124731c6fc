import { type CallContext, SourceError } from '@vedette/proto/connector'

export type RetryBudget = Readonly<{ earn(): void; spend(): boolean }>

// In tenths of a retry.
const CAPACITY = 100
const START = 30
const PRICE = 10
export const RETRY_FLOOR_MS = 150
const JITTER_MS = 300

// At most one retry per ten requests over time, three at the start, ten saved up at the most.
export function createRetryBudget(): RetryBudget {
  let tokens = START
  return {
    earn() {
      tokens = Math.min(CAPACITY, tokens + 1)
    },
    spend() {
      if (tokens < PRICE) return false
      tokens -= PRICE
      return true
    },
  }
}

const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

// Milliseconds to wait before the one retry of a read, or undefined when it must not be tried again: only 503,
// a reset and 429 with a Retry-After, and only when the wait leaves time before the deadline.
export function planRetry(error: unknown, context: CallContext, random: () => number): number | undefined {
  if (!(error instanceof SourceError)) return undefined
  const { status, errno, retry_after_ms, by } = error.carried
  const jitter = RETRY_FLOOR_MS + random() * JITTER_MS
  let wait: number | undefined
  if (error.state === 'throttled' && by === 'vendor' && retry_after_ms !== undefined)
    wait = retry_after_ms + jitter
  if (error.state === 'upstream_failed' && (status === 503 || RESETS.has(errno ?? '')))
    wait = Math.max(retry_after_ms ?? 0, jitter)
  return wait !== undefined && context.clock.now() + wait < context.deadline ? wait : undefined
}
