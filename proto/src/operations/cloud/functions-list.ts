import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { functionRow, tagFilter } from './shapes.ts'

// Serverless functions.
export const cloudFunctionsList = defineOperation({
  id: 'cloud.functions.list',
  title: 'Cloud functions',
  describe:
    'Lists serverless functions with runtime, memory, time-out, version, state and when each was last changed.',
  when: ['lambda functions', 'cloud functions', 'deprecated runtime', 'functions changed lately'],
  contract: 1,
  input: z.strictObject({
    runtime: filter('Only this runtime'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ functions: z.array(functionRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['lambda:ListFunctions', 'lambda:ListTags'],
    gcp: ['cloudfunctions.functions.list'],
  },
  proof: 'the account is proved, the region is enabled and its functions were read to their end',
  since: '0.1.0',
})
