import type { OwnSource } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { type SealedAnswer, sealOwnAnswer } from '../../answers/index.ts'
import { parseTaken } from '../arguments.ts'
import type { JsonSchema } from '../schema.ts'
import { toTakenSchema } from '../schema.ts'
import { toRfc3339 } from '../time.ts'

const NO_ROUTES = Object.freeze([])

// The schema of a tool over what is remembered; `shown` are arguments that any call takes and this one shows.
export function toMemorySchema(
  input: z.ZodObject,
  shown: Readonly<Record<string, unknown>> = {},
): JsonSchema {
  const schema = toTakenSchema({ input, routes: NO_ROUTES })
  const properties = schema['properties'] as Readonly<Record<string, unknown>> // made by the line above
  return Object.freeze({ ...schema, properties: { ...shown, ...properties } })
}

export type MemoryArguments<T> = Readonly<{
  input: T
  detail: 'brief' | 'full'
  asked: Readonly<Record<string, unknown>>
  defaulted: readonly string[]
}>

// Reads arguments by a schema. Throws ToolFault `invalid_argument`.
export function parseMemory<I extends z.ZodObject>(
  input: I,
  written: unknown,
  now: number,
): MemoryArguments<z.output<I>> {
  const {
    input: parsed,
    detail,
    asked,
    defaulted,
  } = parseTaken({ input, routes: NO_ROUTES }, written, {
    now,
    zone: 'UTC',
  })
  // Parsed by this very schema on the line above.
  return { input: parsed as z.output<I>, detail, asked, defaulted }
}

// Seals what is remembered: read, empty by our own list, or stale where something shown is past its expiry.
export function sealMemory(
  facts: Readonly<{
    tool: string
    connector: 'control_plane' | 'knowledge'
    args: MemoryArguments<unknown>
    body: Readonly<Record<string, unknown>>
    items: number
    now: number
    // Epoch milliseconds of the newest thing shown, where something shown is past its expiry.
    stale_since?: number | undefined
  }>,
): SealedAnswer {
  const { tool, connector, args, items, now, stale_since } = facts
  const common = { operation: tool, connector, as_of: toRfc3339(now) } as const
  const source: OwnSource =
    items === 0
      ? { ...common, state: 'empty', items: 0, proof: 'enumerated' }
      : stale_since === undefined
        ? { ...common, state: 'read', items }
        : { ...common, state: 'stale', newest_at: toRfc3339(stale_since), lag_ms: now - stale_since }
  return sealOwnAnswer({
    body: facts.body,
    source,
    now,
    asked: args.asked,
    defaulted: args.defaulted,
    window: null,
    detail: args.detail,
    narrow: ['limit'],
  })
}
