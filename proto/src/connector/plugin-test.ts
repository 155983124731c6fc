import { z } from 'zod'

// What the agent's entry point is asked: where a plugin listens, the settings that it gets, and arguments for operations
// whose own cannot be made up, by operation id.
export const pluginTestRequestSchema = z.strictObject({
  socket: z.string().optional(),
  address: z.string().optional(),
  tls: z.strictObject({ ca_file: z.string(), cert_file: z.string(), key_file: z.string() }).optional(),
  config: z.record(z.string(), z.unknown()).default({}),
  arguments: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})
export type PluginTestRequest = z.input<typeof pluginTestRequestSchema>

// What the conformance suite found: one row a check. `skipped` proves nothing, and `ok` is false when any check failed or
// no operation was asked.
export const pluginTestReportSchema = z.strictObject({
  connector: z.string().nullable(),
  version: z.string().nullable(),
  operations: z.array(z.string()),
  checks: z.array(
    z.strictObject({
      check: z.string(),
      operation: z.string().nullable(),
      outcome: z.enum(['passed', 'failed', 'skipped']),
      // What was seen and what to do, in our words; empty when it passed.
      detail: z.string(),
    }),
  ),
  ok: z.boolean(),
})
export type PluginTestReport = z.output<typeof pluginTestReportSchema>
