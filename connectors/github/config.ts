import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?$/
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}$/
const FOLDER = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[A-Za-z0-9 _.@~+=,-]+(?:\/[A-Za-z0-9 _.@~+=,-]+)*$/

const repoField = z.string().regex(NAME, 'must be the name of a repository, without its owner')

// One organisation or account on github.com or a GitHub Enterprise server, read with one credential.
export const configSchema = z
  .strictObject({
    url: baseUrlField('Base URL of the REST API (GitHub Enterprise: https://HOST/api/v3)').default(
      'https://api.github.com',
    ),
    owner: z
      .string()
      .regex(OWNER, 'must be the login of an organisation or user')
      .describe('Organisation or user whose repositories are read'),
    expect_owner_id: z
      .int()
      .min(1)
      .optional()
      .describe('Number that the owner must have; another one is not read'),
    token: secretField('Fine-grained personal access token').optional(),
    app_id: z.int().min(1).optional().describe('Id of a GitHub App, instead of a token'),
    installation_id: z.int().min(1).optional().describe('Id of its installation in the organisation'),
    private_key: secretField('Private key of the App (PEM)').optional(),
    deployments: z
      .array(z.strictObject({ repo: repoField, service: z.string().min(1).max(256).optional() }))
      .max(50)
      .default([])
      .describe('Repositories whose deployments are read, and the services that they deploy'),
    runbooks: z
      .strictObject({
        repo: repoField.describe('Repository that holds runbooks'),
        path: z
          .string()
          .max(512)
          .regex(FOLDER, 'must be a folder of the repository')
          .optional()
          .describe('Folder of the runbooks; left out, the whole repository'),
        ref: z.string().min(1).max(256).optional().describe('Branch or tag (default: the default branch)'),
      })
      .optional()
      .describe('Repository and folder that hold runbooks in Markdown'),
    packages: z
      .boolean()
      .default(false)
      .describe(
        'Whether the token is a classic one with read:packages, which alone reads the container registry',
      ),
    log_hosts: z
      .array(z.string().regex(/^[a-z0-9.-]{3,200}$/))
      .max(10)
      .default([])
      .describe('Hosts that a GitHub Enterprise server keeps logs on, beside its own'),
  })
  .refine(
    ({ token, app_id, installation_id, private_key }) => {
      const app = [app_id, installation_id, private_key].filter((one) => one !== undefined).length
      return token === undefined ? app === 3 : app === 0
    },
    { message: 'give token, or app_id, installation_id and private_key together' },
  )

export type GithubConfig = z.output<typeof configSchema>
