import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Names, age and rotation of secrets; never a value.
export const cloudSecretsList = defineOperation({
  id: 'cloud.secrets.list',
  title: 'Secrets of the cloud',
  describe: 'Lists secrets that the cloud keeps by name, age, rotation and last use. Values are never read.',
  when: ['which secrets', 'rotation overdue', 'unused secrets', 'secrets manager', 'secret names'],
  contract: 1,
  input: z.strictObject({
    rotation: z.enum(['on', 'off', 'overdue']).optional().describe('Only secrets whose rotation is so'),
    match: filter('Text in the name'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    secrets: z.array(
      z.object({
        ...resource,
        description: maybe.freeText,
        rotation: z.enum(['on', 'off', 'overdue', 'unknown']),
        rotated_at: maybe.time,
        next_rotation_at: maybe.time,
        last_used_at: maybe.time,
        changed_at: maybe.time,
        versions: maybe.number,
        encryption_key: maybe.text,
        deletion_at: maybe.time,
        replicas: maybe.texts,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['secretsmanager:ListSecrets', 'ssm:DescribeParameters'],
    gcp: ['secretmanager.secrets.list'],
  },
  proof: 'the account is proved, the region is enabled and the names were read to their end',
  since: '0.1.0',
})
