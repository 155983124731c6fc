import { endpointFields } from '@vedette/connectors/kit'
import { secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const { auth: _, ...fields } = endpointFields('Base URL of SigNoz, without /api')

// One SigNoz, by an API key.
export const configSchema = z.strictObject({
  ...fields,
  api_key: secretField('API key of a service account'),
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
    .describe('How long logs and traces are kept; a window that begins earlier is never called empty'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type SignozConfig = z.output<typeof configSchema>
