import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// The API's address in each of PagerDuty's service regions.
export const REGIONS = Object.freeze({
  us: 'https://api.pagerduty.com',
  eu: 'https://api.eu.pagerduty.com',
} as const)

// One account with one credential.
export const configSchema = z.strictObject({
  region: z.enum(['us', 'eu']).default('us').describe('Service region of the account'),
  url: baseUrlField("Base URL of the API, instead of the region's own").optional(),
  token: secretField('API key, or an OAuth token where auth is bearer'),
  auth: z
    .enum(['key', 'bearer'])
    .default('key')
    .describe('How the token is sent: as an API key, or as the bearer token of an app'),
  expect_account: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
    .optional()
    .describe('Subdomain of the account that the token must belong to; another is not read'),
  from_email: z
    .email()
    .max(254)
    .optional()
    .describe('Address of the PagerDuty user in whose name notes are added; left out, none can be added'),
})

export type PagerdutyConfig = z.output<typeof configSchema>
