import { randomUUID } from 'node:crypto'
import type { Part } from '@vedette/proto/visibility'
import { STATES } from '@vedette/proto/visibility'
import { REPLY_BYTES } from '@vedette/proto/wire'
import type { z } from 'zod'
import { cutToSize, type Sized } from './cut.ts'
import type { Engine } from './engine.ts'
import { fitFacts, fitPart } from './fit.ts'
import type { Counts } from './redact-sync.ts'
import { brand, type Redacted } from './redacted.ts'
import { type HintTree, toHintTree } from './structure/hints.ts'
import { RedactionError } from './worker-engine.ts'

// What a connector answered, on its way out. `value` is absent when no part was read.
export type AnswerDraft = Readonly<{
  parts: readonly Part[]
  value?: unknown
  query?: string
  dialect?: string
  url?: string
  warnings?: readonly string[]
  // Shares redaction tags with the other calls of one investigation.
  investigation?: string
  // What was asked; its output names the fields that hold personal data.
  operation?: Readonly<{ id: string; output: z.core.$ZodType }>
}>

// An answer that may leave: `body` is JSON text, null when nothing was read.
export type SafeAnswer = Readonly<{
  outcome: 'answered'
  parts: readonly Part[]
  body: string | null
  query?: string
  dialect?: string
  url?: string
  warnings?: readonly string[]
  redacted: Counts
}>

export type ArgumentFault = Readonly<{
  code: 'invalid_argument' | 'wrong_dialect' | 'not_found'
  field: string
  message: string
  fix: string
}>
export type SafeRefusal = Readonly<{ outcome: 'refused'; error: ArgumentFault }>

export type Redactor = Readonly<{
  // Never rejects: what cannot be redacted comes out as one part `unusable`, without a body.
  redactAnswer(draft: AnswerDraft): Promise<Redacted<SafeAnswer>>
  // Never rejects: an error text that cannot be redacted is replaced by a fixed one.
  redactRefusal(error: ArgumentFault): Promise<Redacted<SafeRefusal>>
  // For the agent's own messages (reports, beats), which carry names from outside. Rejects when it cannot.
  redactMessage<T>(message: T): Promise<Redacted<T>>
}>

// Redacts, then cuts to size, then brands: nothing reaches the bus another way.
export function createRedactor(engine: Engine, maxBytes = REPLY_BYTES): Redactor {
  return Object.freeze({
    redactAnswer: (draft: AnswerDraft) =>
      redactAnswer(engine, draft, maxBytes).then(brand, (error: unknown) => brand(withhold(toWhy(error)))),
    redactRefusal: (error: ArgumentFault) =>
      redactRefusal(engine, error).then(brand, () =>
        brand<SafeRefusal>({ outcome: 'refused', error: FIXED_FAULT }),
      ),
    async redactMessage<T>(message: T) {
      const { value } = await engine(message, { mode: 'protocol' })
      return brand(value as T) // an engine keeps the shape of what it redacts
    },
  })
}

async function redactAnswer(engine: Engine, draft: AnswerDraft, maxBytes: number): Promise<SafeAnswer> {
  const { value, investigation, operation, parts, ...facts } = draft
  // Body and what surrounds it share their tags even outside an investigation.
  const thread = { investigation: investigation ?? randomUUID() }
  const isRead = parts.some((part) => STATES[part.state].class === 'read')
  const hints = operation === undefined ? null : toHints(operation)
  const [around, inner] = await Promise.all([
    engine({ parts, ...facts }, { mode: 'protocol', ...thread }),
    isRead ? engine(value, { mode: 'body', hints, maxBytes, ...thread }) : null,
  ])
  const outer = around.value as Readonly<{ parts: readonly Part[] }> & Omit<AnswerDraft, 'parts' | 'value'> // shape is kept
  const fitted = { ...fitFacts(outer), outcome: 'answered' as const, parts: outer.parts.map(fitPart) }
  if (inner === null) return { ...fitted, body: null, redacted: around.counts }
  const sized = inner.sized === undefined ? cutToSize(inner.value, maxBytes) : inner.sized
  if (sized === null) return withhold('too_large')
  const redacted = addCounts(around.counts, inner.counts)
  return { ...fitted, body: sized.text, parts: markCut(fitted.parts, sized), redacted }
}

// A cut answer is `truncated` in each part that had items: how many of which are left is not known.
function markCut(parts: readonly Part[], sized: Sized): readonly Part[] {
  if (!sized.cut) return parts
  return parts.map((part): Part => {
    if (STATES[part.state].class !== 'read' || part.state === 'empty') return part
    const at_least = part.items ?? part.at_least ?? (parts.length === 1 ? sized.kept : 0)
    const { scope, as_of } = part
    return { scope, state: 'truncated', cap: 'bytes', at_least, ...(as_of === undefined ? {} : { as_of }) }
  })
}

const hintsOf = new WeakMap<object, HintTree | null>()

function toHints({ output }: NonNullable<AnswerDraft['operation']>): HintTree | null {
  const known = hintsOf.get(output)
  if (known !== undefined) return known
  const hints = toHintTree(output)
  hintsOf.set(output, hints)
  return hints
}

function toWhy(error: unknown): RedactionError['why'] {
  return error instanceof RedactionError ? error.why : 'redaction_failed'
}

function withhold(why: RedactionError['why']): SafeAnswer {
  return { outcome: 'answered', parts: [{ scope: {}, state: 'unusable', why }], body: null, redacted: {} }
}

const FIXED_FAULT: ArgumentFault = Object.freeze({
  code: 'invalid_argument',
  field: 'arguments',
  message: 'an argument is not valid, and the text that says why could not be redacted',
  fix: 'check the arguments against the schema',
})

async function redactRefusal(engine: Engine, error: ArgumentFault): Promise<SafeRefusal> {
  const { value } = await engine(
    { field: error.field, message: error.message, fix: error.fix },
    { mode: 'protocol' },
  )
  const safe = value as Omit<ArgumentFault, 'code'> // an engine keeps the shape of what it redacts
  const { field, message, fix } = safe
  return {
    outcome: 'refused',
    error: {
      code: error.code,
      field: field.slice(0, 128),
      message: message.slice(0, 512),
      fix: fix.slice(0, 512),
    },
  }
}

function addCounts(a: Counts, b: Counts): Counts {
  const sum = new Map(Object.entries(a))
  for (const [kind, count] of Object.entries(b)) sum.set(kind, (sum.get(kind) ?? 0) + count)
  return Object.fromEntries(sum)
}
