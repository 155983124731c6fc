import { endpointFields } from '@vedette/connectors/kit'
import { z } from 'zod'

// One Tempo, seen as one tenant.
export const configSchema = z.strictObject({
  ...endpointFields('Base URL, with any path prefix, without /api'),
  tenant: z
    .string()
    .regex(/^[\w!.*'()|-]{1,512}$/)
    .optional()
    .describe('Tenant, sent as X-Scope-OrgID'),
  environment_attribute: z
    .string()
    .regex(/^[A-Za-z_][\w.-]*$/)
    .default('deployment.environment.name')
    .describe('Resource attribute that holds the environment'),
  sampling_ratio: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe(
      'Share of requests that are kept as traces, if the operator knows it; only 1 lets absence be proved',
    ),
  retention_hours: z
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('How long blocks are kept; a window that begins earlier is never called empty'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type TempoConfig = z.output<typeof configSchema>
