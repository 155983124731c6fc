import { z } from 'zod'
import { canonicalJson } from './canonical-json.ts'

// The text whose SHA-256 is an operation's schema digest: both of its JSON Schemas, canonical.
export function toSchemaText(operation: Readonly<{ input: z.ZodType; output: z.ZodType }>): string {
  return canonicalJson({
    input: z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }),
    output: z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' }),
  })
}
