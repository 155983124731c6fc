import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const scalar = z.union([z.string().max(1024), z.number(), z.boolean()])

const toolField = z.strictObject({
  name: z
    .string()
    .regex(/^[\w./-]{1,128}$/)
    .describe('Name of the tool, as its server spells it'),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe(
      'Digest that attached.tools.list tells; another one is never called. Absent: the first one seen',
    ),
  arguments: z
    .record(z.string().min(1).max(128), z.array(scalar).min(1).max(100))
    .default({})
    .describe('Values that an argument may have; an argument named here must be given'),
  vouched_read_only: z
    .boolean()
    .default(false)
    .describe('You know that the tool changes nothing, although its server does not say so'),
})

// One MCP server over Streamable HTTP, and those of its tools that may be called.
export const configSchema = z.strictObject({
  url: baseUrlField('Address of the MCP endpoint, path and all'),
  bearer: secretField('Bearer token').optional(),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
  tools: z
    .array(toolField)
    .min(1)
    .max(200)
    .refine((tools) => new Set(tools.map(({ name }) => name)).size === tools.length, 'name each tool once')
    .describe('Tools that may be listed and called; others do not exist here'),
})

export type McpConfig = z.output<typeof configSchema>
export type AllowedTool = McpConfig['tools'][number]
