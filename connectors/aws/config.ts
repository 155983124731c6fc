import { baseUrlField, secretField } from '@vedette/proto/connector'
import type { Scope } from '@vedette/proto/visibility'
import { z } from 'zod'

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/
const ROLE = /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/

const role = z.string().regex(ROLE, 'must be the ARN of a role')

const credentialsField = z.union([
  z
    .strictObject({
      access_key_id: secretField('Access key id'),
      secret_access_key: secretField('Secret access key'),
      session_token: secretField('Session token, where the key is temporary').optional(),
    })
    .describe('A key pair'),
  z
    .strictObject({
      credentials_file: secretField('Credentials file in INI form, read again at each call'),
      profile: z
        .string()
        .regex(/^[\w .:@+-]{1,128}$/)
        .default('default'),
    })
    .describe('A profile of a credentials file'),
  z
    .strictObject({ web_identity: z.strictObject({ token: secretField('Projected token'), role_arn: role }) })
    .describe('A token of the cluster, exchanged for a role (IRSA)'),
  z
    .strictObject({
      container: z.strictObject({
        url: baseUrlField('Address that gives credentials to containers'),
        token: secretField('Token that it asks for').optional(),
      }),
    })
    .describe('What ECS or EKS Pod Identity gives a container'),
  z
    .strictObject({
      instance_role: z.strictObject({
        url: baseUrlField('Instance metadata service').default('http://169.254.169.254'),
      }),
    })
    .describe("The machine's own role"),
])

const accountField = z.strictObject({
  alias: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,40}$/, 'must be 1 to 41 letters, digits, ".", "_" or "-"')
    .describe('How people call the account'),
  account_id: z
    .string()
    .regex(/^\d{12}$/, 'must be twelve digits')
    .optional()
    .describe('Account that the credential must prove; another one is refused'),
  role_arn: role.optional().describe('Role to take in the account; absent, the credential is used as it is'),
  external_id: z
    .string()
    .regex(/^[\w+=,.@:/-]{2,1224}$/)
    .optional()
    .describe('External id that the role asks for'),
  regions: z
    .array(z.string().regex(REGION, 'must be a region such as eu-west-1'))
    .min(1)
    .max(40)
    .describe('Regions to read; each is a part of every answer'),
})

// One credential and the accounts that it reads; each account becomes an instance of its own.
export const configSchema = z.strictObject({
  credentials: credentialsField,
  accounts: z
    .array(accountField)
    .min(1)
    .max(200)
    .refine((all) => new Set(all.map((one) => one.alias)).size === all.length, 'each alias must be its own'),
  organization: z
    .boolean()
    .default(false)
    .describe('Whether to ask AWS Organizations which accounts exist, so that those out of reach are named'),
  endpoint: baseUrlField('Stands in for every endpoint of AWS; for tests').optional(),
})

export type AwsConfig = z.output<typeof configSchema>
export type AccountConfig = AwsConfig['accounts'][number]
export type CredentialsConfig = AwsConfig['credentials']

// One configuration for each account, with its alias as suffix of the instance's name when there are several.
export function splitAccounts(config: AwsConfig): readonly Readonly<{ suffix: string; config: AwsConfig }>[] {
  const [first, ...rest] = config.accounts
  if (first === undefined || rest.length === 0) return [{ suffix: '', config }]
  return config.accounts.map((account) => ({
    suffix: account.alias,
    config: { ...config, accounts: [account] },
  }))
}

// The accounts that a configuration names by their ids or by the roles in them; an alias alone is no account.
export function meantAccounts({ accounts }: AwsConfig): readonly Scope[] {
  return accounts.flatMap(({ alias, account_id, role_arn }) => {
    const account = account_id ?? role_arn?.split(':')[4]
    return account === undefined ? [] : [{ account, account_alias: alias }]
  })
}
