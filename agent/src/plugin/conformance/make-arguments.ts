import type { OperationDefinition } from '@vedette/proto/operations'
import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

// Texts that the catalogue's schemas ask for, tried in turn.
const TEXTS = [
  'default',
  '2026-01-02T03:04:05Z',
  'https://vendor.test/a',
  'a/b',
  '1',
  'up',
  'SELECT 1',
  '0'.repeat(32),
]
const DEPTH = 8

// Arguments that an operation's input accepts, only what it cannot do without; null when none could be made up.
export function makeArguments({ input }: OperationDefinition): Readonly<Record<string, unknown>> | null {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  for (const text of TEXTS) {
    const made = make(schema, text, 0)
    if (input.safeParse(made).success) return Object(made)
  }
  return null
}

function make(schema: unknown, text: string, depth: number): unknown {
  const {
    type,
    properties,
    required,
    enum: words,
    const: only,
    anyOf,
    oneOf,
    items,
    ...rest
  }: Json = Object(schema)
  if (depth > DEPTH) return null
  if (only !== undefined) return only
  if (Array.isArray(words)) return words[0]
  const options = anyOf ?? oneOf
  if (Array.isArray(options)) return make(options[0], text, depth + 1)
  if (type === 'object') {
    const needed = Array.isArray(required) ? required : []
    return Object.fromEntries(needed.map((key) => [key, make(Object(properties)[key], text, depth + 1)]))
  }
  if (type === 'array')
    return Array.from({ length: Number(rest['minItems'] ?? 0) }, () => make(items, text, depth + 1))
  if (type === 'integer' || type === 'number') return Math.max(1, Number(rest['minimum'] ?? 1))
  return type === 'boolean' ? false : text
}
