import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// Magalu Cloud's regions, and the word that stands for each in addresses.
export const REGIONS = Object.freeze({
  'br-se1': 'br-se1',
  'br-ne1': 'br-ne1',
  'br-mgl1': 'br-se-1',
} as const)
export type Region = keyof typeof REGIONS

// One tenant with one credential.
export const configSchema = z.strictObject({
  url: baseUrlField('Base URL of the API, without region and product').default('https://api.magalu.cloud'),
  token: secretField('API key, or an access token where auth is bearer'),
  auth: z.enum(['key', 'bearer']).default('key').describe('How the token is sent'),
  regions: z
    .array(z.enum(['br-se1', 'br-ne1', 'br-mgl1']))
    .min(1)
    .max(3)
    .default(['br-se1', 'br-ne1'])
    .transform((list) => [...new Set(list)])
    .describe('Regions to read'),
  expect_tenant: z
    .uuid()
    .optional()
    .describe('Id (UUID) of the tenant that the token must belong to; another is not read'),
})

export type MagaluConfig = z.output<typeof configSchema>
