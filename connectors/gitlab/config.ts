import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const PATH = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}){0,19}$/

// One group of gitlab.com or of a GitLab of one's own, with its subgroups.
export const configSchema = z.strictObject({
  url: baseUrlField('Base URL of GitLab, without /api').default('https://gitlab.com'),
  group: z
    .string()
    .max(512)
    .regex(PATH, 'must be the path of a group')
    .describe('Full path of the group whose projects are read, with its subgroups: acme/platform'),
  expect_group_id: z
    .int()
    .min(1)
    .optional()
    .describe('Number that the group must have; another one is not read'),
  token: secretField('Personal, group or project access token with the scope read_api'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
})

export type GitlabConfig = z.output<typeof configSchema>
