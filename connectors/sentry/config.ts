import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// Sentry's addresses: the one for all regions, and those of its regions.
export const REGIONS = Object.freeze({
  any: 'https://sentry.io',
  us: 'https://us.sentry.io',
  de: 'https://de.sentry.io',
} as const)

// One organisation with one token.
export const configSchema = z.strictObject({
  region: z.enum(['any', 'us', 'de']).default('any').describe("Region of the organisation's data"),
  url: baseUrlField('Base URL of a self-hosted Sentry, without /api, instead of a region').optional(),
  organization: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
    .describe('Slug of the organisation'),
  token: secretField('Token of an internal integration, or of a user'),
  expect_org_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe('Id (a number) of the organisation that the slug must name; another is not read'),
})

export type SentryConfig = z.output<typeof configSchema>
