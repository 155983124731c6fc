import { endpointFields } from '@vedette/connectors/kit'
import { z } from 'zod'

// One Grafana organisation, by a service account's token.
export const configSchema = z.strictObject({
  ...endpointFields('Base URL of Grafana, with any path prefix, without /api'),
  expect_org: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional()
    .describe('Id of the organisation that the credential must belong to; another is not read'),
  service_labels: z
    .array(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/))
    .min(1)
    .max(12)
    .default(['service', 'service_name', 'app', 'job'])
    .describe('Labels of alerts that may hold the name of a service'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type GrafanaConfig = z.output<typeof configSchema>
