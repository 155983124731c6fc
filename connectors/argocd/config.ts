import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// One Argo CD server, read with the token of one account.
export const configSchema = z.strictObject({
  url: baseUrlField('Base URL of the Argo CD server, with any root path, without /api'),
  token: secretField('Token of an account with the capability apiKey, or of a project role'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
  expect_account: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe(
      'Name of the account that the token must be of, as Argo CD says it; with another nothing is read',
    ),
  projects: z
    .array(z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/, 'must be the name of a project'))
    .max(50)
    .default([])
    .describe('Projects to read; left out, all that the account may see'),
  stale_after_s: z
    .int()
    .min(0)
    .max(604_800)
    .default(3600)
    .describe('Age of the newest reconciliation past which states are called stale; 0 never does'),
})

export type ArgocdConfig = z.output<typeof configSchema>
