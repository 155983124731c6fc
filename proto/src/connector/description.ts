import { z } from 'zod'
import { secretRegistry } from './config-fields.ts'

// What an installation says of one connector that is built in: `config` is the JSON Schema of its settings, where
// `"secret": true` marks what only names a source of a secret, and `operations` are the ids that it is able to serve.
export type ConnectorDescription = z.output<typeof connectorDescriptionSchema>

export const connectorDescriptionSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  config: z.record(z.string(), z.unknown()),
  operations: z.array(z.string().min(1)),
})

// A connector's settings as JSON Schema of what a person writes, secrets marked.
export function describeConfig(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...config } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema instanceof z.ZodType && secretRegistry.has(zodSchema)) jsonSchema.secret = true
    },
  })
  return config
}
