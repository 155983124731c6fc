import { randomBytes } from 'node:crypto'
import type { Sized } from './cut.ts'
import { type Counts, type RedactMode, redactSync } from './redact-sync.ts'
import type { HintTree } from './structure/hints.ts'
import type { Finding } from './structure/job.ts'

export type EngineOptions = Readonly<{
  mode: RedactMode
  // Shares tags with other texts of the thread.
  investigation?: string
  // What the operation says about its fields.
  hints?: HintTree | null
  // Asks for text of at most so many bytes in place of a value.
  maxBytes?: number
  // Asks why each value was replaced.
  explain?: boolean
}>

// What came of a redaction; `sized` only where it was asked for and the engine cuts by itself, null when it cannot be cut.
export type Redaction = Readonly<{
  value: unknown
  counts: Counts
  sized?: Sized | null
  findings?: readonly Finding[]
}>

// Replaces what must not leave in any JSON value, and keeps its shape. A rejection means: send nothing.
export type Engine = (value: unknown, options: EngineOptions) => Promise<Redaction>

// An engine within this thread and without a budget: for tools and tests, never for what is sent.
export function createInlineEngine(): Engine {
  const key = randomBytes(32)
  return async (value, { mode, hints }) => redactSync(value, { mode, key, hints: hints ?? null })
}
