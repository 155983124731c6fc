import type { Visibility } from '@vedette/proto/visibility'
import type { KeptBody } from './overflow.ts'

declare const sealedTextBrand: unique symbol

// The text of a sealed answer. Only this room makes one.
export type SealedText = string & { readonly [sealedTextBrand]: true }

// A sealed answer as it leaves a tool.
export type SealedAnswer = Readonly<{
  kind: 'answer'
  text: SealedText
  visibility: Visibility
  // The code of a refusal or of an answer in which nothing was seen.
  error: string | null
  // Ids of the agents that were asked.
  agents: readonly string[]
  // Set where lists were cut: what they hold whole, and the same answer once that is kept under a handle.
  overflow?: Overflow
}>

export type Overflow = Readonly<{
  kept(): KeptBody
  withHandle(handle: Handle): SealedAnswer
}>

// Where a result set is found again, and until when (epoch milliseconds).
export type Handle = Readonly<{ id: string; expires_at: number; body: KeptBody }>

const issued = new WeakSet<object>()

// Tells whether an answer was sealed by this process; what was not is never sent.
export function isSealedAnswer(value: unknown): value is SealedAnswer {
  return typeof value === 'object' && value !== null && issued.has(value)
}

// For this room alone: makes the answer and remembers that it did.
export function issueAnswer(
  facts: Omit<SealedAnswer, 'kind' | 'text'> & Readonly<{ text: string }>,
): SealedAnswer {
  const { text, visibility, error, agents, overflow } = facts
  // The brand exists in types only; this is the one place that grants it.
  const answer: SealedAnswer = Object.freeze({
    kind: 'answer',
    text: text as SealedText,
    visibility,
    error,
    agents,
    ...(overflow === undefined ? {} : { overflow }),
  })
  issued.add(answer)
  return answer
}

// Said at the end of an answer whose row of the audit is not written yet; the row tells of the answer without it.
export const UNWRITTEN = `,"audit":${JSON.stringify({
  state: 'waiting',
  why: 'the store is away or slow: the row of this call waits in memory, and is lost if this process ends first',
})}}`

// The same answer, which says that nothing durable tells of it yet.
export function sayUnwritten(answer: SealedAnswer): SealedAnswer {
  return issueAnswer({ ...answer, text: `${answer.text.slice(0, -1)}${UNWRITTEN}` })
}
