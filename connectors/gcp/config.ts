import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const PROJECT = /^(?:[a-z][a-z0-9.-]{1,61}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/
const SERVICE_ACCOUNT = /^[a-z0-9-]{1,63}@[a-z0-9.-]{1,100}\.gserviceaccount\.com$/
const AUDIENCE = /^\/\/iam\.googleapis\.com\/[A-Za-z0-9._/-]{1,300}$/

const credentialsField = z.union([
  z
    .strictObject({ key: secretField('Key of a service account in JSON, read again at each call') })
    .describe('A service account by its key'),
  z
    .strictObject({ access_token: secretField('Access token that somebody else renews') })
    .describe('A ready access token'),
  z
    .strictObject({
      federation: z.strictObject({
        token: secretField('Projected token of the cluster or of another identity provider'),
        audience: z
          .string()
          .regex(AUDIENCE, 'must be the full name of a provider of a workload identity pool'),
        token_type: z
          .enum(['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'])
          .default('urn:ietf:params:oauth:token-type:jwt'),
        service_account: z
          .string()
          .regex(SERVICE_ACCOUNT, 'must be the address of a service account')
          .optional()
          .describe('Service account to act as; absent, the pool reads by itself'),
      }),
    })
    .describe('A token of another provider, exchanged (workload identity federation)'),
  z
    .strictObject({
      metadata_server: z.strictObject({
        url: baseUrlField('Metadata server').default('http://169.254.169.254'),
      }),
    })
    .describe("The machine's or pod's own service account"),
])

const projectField = z.strictObject({
  project: z.string().regex(PROJECT, 'must be the id of a project').describe('Id of the project'),
  number: z
    .string()
    .regex(/^\d{6,20}$/, 'must be digits')
    .optional()
    .describe('Number that the project must prove; another one is refused'),
  alias: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/, 'must be 1 to 41 letters, digits, ".", "_" or "-"')
    .optional()
    .describe('How people call the project'),
})

// One credential and the projects that it reads; each project becomes an instance of its own.
export const configSchema = z.strictObject({
  credentials: credentialsField,
  projects: z
    .array(projectField)
    .min(1)
    .max(200)
    .refine(
      (all) => new Set(all.map((one) => one.project)).size === all.length,
      'each project must be its own',
    )
    .refine(
      (all) => new Set(all.map((one) => one.alias ?? one.project)).size === all.length,
      'each alias must be its own',
    ),
  universe: z
    .enum(['searched', 'configured'])
    .default('searched')
    .describe(
      'searched: projects that the credential sees are looked up, and others may exist; configured: you vouch that these projects are all there are',
    ),
  endpoint: baseUrlField(
    'Stands in for every endpoint of Google, each service below a path; for tests',
  ).optional(),
})

export type GcpConfig = z.output<typeof configSchema>
export type ProjectConfig = GcpConfig['projects'][number]
export type CredentialsConfig = GcpConfig['credentials']

// One configuration for each project, with its alias or id as suffix of the instance's name when there are several.
export function splitProjects(config: GcpConfig): readonly Readonly<{ suffix: string; config: GcpConfig }>[] {
  if (config.projects.length < 2) return [{ suffix: '', config }]
  return config.projects.map((project) => ({
    suffix: project.alias ?? project.project.replaceAll(/[.:]/g, '-'),
    config: { ...config, projects: [project] },
  }))
}
