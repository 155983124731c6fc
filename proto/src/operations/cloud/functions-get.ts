import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { functionRow } from './shapes.ts'

// One function with limits and names of its environment, never the values.
export const cloudFunctionsGet = defineOperation({
  id: 'cloud.functions.get',
  title: 'One cloud function',
  describe:
    'Gives one serverless function with concurrency, network, role, triggers and the names of its environment variables; never their values.',
  when: [
    'lambda configuration',
    'function concurrency',
    'throttled function',
    'why did the function time out',
  ],
  contract: 1,
  input: z.strictObject({
    name: wanted('Function name, as cloud_functions_list gives it'),
    version: filter('Version or alias (default: the newest)'),
  }),
  output: z.object({
    function: functionRow,
    role: maybe.text,
    environment_names: maybe.texts,
    reserved_concurrency: maybe.number,
    provisioned_concurrency: maybe.number,
    max_instances: maybe.number,
    min_instances: maybe.number,
    network: maybe.text,
    subnets: maybe.texts,
    layers: maybe.texts,
    dead_letter_target: maybe.text,
    public_url: maybe.url,
    public_invoke: maybe.flag,
    last_update: z.enum(['successful', 'failed', 'in_progress', 'unknown']),
    last_update_reason: maybe.freeText,
    log_group: maybe.text,
    code_digest: maybe.text,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'lambda:GetFunctionConfiguration',
      'lambda:GetFunctionConcurrency',
      'lambda:GetPolicy',
      'lambda:ListProvisionedConcurrencyConfigs',
      'lambda:GetFunctionUrlConfig',
    ],
    gcp: ['cloudfunctions.functions.list'],
  },
  proof: 'never: an unknown name is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
