import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// Datadog's sites: where an organisation lives, and the address of its pages.
export const SITES = Object.freeze({
  'datadoghq.com': 'https://app.datadoghq.com',
  'datadoghq.eu': 'https://app.datadoghq.eu',
  'us3.datadoghq.com': 'https://us3.datadoghq.com',
  'us5.datadoghq.com': 'https://us5.datadoghq.com',
  'ap1.datadoghq.com': 'https://ap1.datadoghq.com',
  'ap2.datadoghq.com': 'https://ap2.datadoghq.com',
  'ddog-gov.com': 'https://app.ddog-gov.com',
} as const)

type Site = keyof typeof SITES
const NAMES = Object.keys(SITES) as [Site, ...Site[]] // keys of the frozen literal above

// One organisation with one pair of keys.
export const configSchema = z.strictObject({
  site: z.enum(NAMES).default('datadoghq.com').describe('Site of the organisation'),
  url: baseUrlField("Base URL of the API without /api, instead of the site's own").optional(),
  api_key: secretField('API key'),
  app_key: secretField('Application key, with the scopes of what it shall read'),
  expect_org: z
    .string()
    .regex(/^[0-9a-fA-F-]{8,64}$/)
    .optional()
    .describe('Id (UUID) of the organisation that the keys must belong to; another is not read'),
  log_indexes: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Log indexes to read; left out, all that the keys may see'),
  quota_share: z
    .number()
    .min(0.05)
    .max(1)
    .default(0.5)
    .describe("Share of a rate limit's remaining calls that may be used in one of its periods"),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type DatadogConfig = z.output<typeof configSchema>
