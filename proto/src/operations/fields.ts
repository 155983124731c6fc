import { z } from 'zod'

// Marks a field for those who derive from it: `instant` is resolved by the control plane before the call leaves.
export type FieldMeta = Readonly<{
  kind?: 'instant' | 'window_from' | 'window_to' | 'duration'
  redact?: string
}>
export const fieldRegistry = z.registry<FieldMeta>()

const RFC3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/

// An instant as the agent receives it: RFC 3339 in UTC. Callers may write more forms; the control plane resolves them.
export function instant(description: string) {
  const field = z.string().regex(RFC3339_UTC, 'must be RFC 3339 in UTC').describe(description)
  fieldRegistry.add(field, { kind: 'instant' })
  return field
}

// Start of a window; absent at the tool, always set at the agent.
export function windowFrom() {
  const field = z.string().regex(RFC3339_UTC, 'must be RFC 3339 in UTC').describe('Start of the window')
  fieldRegistry.add(field, { kind: 'window_from' })
  return field
}

// End of a window; absent at the tool, always set at the agent.
export function windowTo() {
  const field = z.string().regex(RFC3339_UTC, 'must be RFC 3339 in UTC').describe('End of the window')
  fieldRegistry.add(field, { kind: 'window_to' })
  return field
}

// How many rows at most; `fallback` when the caller does not say.
export function limit(fallback: number, max: number) {
  return z
    .int()
    .min(1)
    .max(max)
    .default(fallback)
    .describe(`Rows at most (default ${fallback}, maximum ${max})`)
}

// Where to read on: the cursor of an earlier answer.
export function cursor() {
  return z.string().min(1).max(2048).optional().describe('Cursor of an earlier answer')
}

// A name or id that the question is about; exact.
export function wanted(description: string) {
  return z.string().min(1).max(512).describe(description)
}

// A filter that narrows when it is given; exact unless its text says otherwise.
export function filter(description: string) {
  return z.string().min(1).max(512).optional().describe(description)
}

// A switch that is off unless asked for.
export function whether(description: string) {
  return z.boolean().default(false).describe(description)
}

// A span in whole seconds that narrows when it is given.
export function seconds(description: string) {
  return z
    .int()
    .min(0)
    .max(400 * 86_400)
    .optional()
    .describe(description)
}
