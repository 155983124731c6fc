import type { Visibility } from '@vedette/proto/visibility'

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
}>

const issued = new WeakSet<object>()

// Tells whether an answer was sealed by this process; what was not is never sent.
export function isSealedAnswer(value: unknown): value is SealedAnswer {
  return typeof value === 'object' && value !== null && issued.has(value)
}

// For this room alone: makes the answer and remembers that it did.
export function issueAnswer(
  facts: Omit<SealedAnswer, 'kind' | 'text'> & Readonly<{ text: string }>,
): SealedAnswer {
  const { text, visibility, error, agents } = facts
  // The brand exists in types only; this is the one place that grants it.
  const answer: SealedAnswer = Object.freeze({
    kind: 'answer',
    text: text as SealedText,
    visibility,
    error,
    agents,
  })
  issued.add(answer)
  return answer
}
