import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Machine images of the account's own.
export const cloudImagesList = defineOperation({
  id: 'cloud.images.list',
  title: 'Machine images',
  describe:
    "Lists the account's own machine images with age, source, state, and whether they are shared, deprecated or deregistered.",
  when: ['own amis', 'machine images', 'old images', 'public image', 'which image does the fleet use'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name, upper and lower case alike'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    images: z.array(
      z.object({
        ...resource,
        state: z.enum(['available', 'pending', 'failed', 'deprecated', 'unknown']),
        family: maybe.text,
        architecture: maybe.text,
        source: maybe.text,
        size_bytes: maybe.number,
        // Null: sharing was not read.
        shared: z.enum(['private', 'public']).nullable(),
        deprecated_at: maybe.time,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: { aws: ['ec2:DescribeImages'], gcp: ['compute.images.list'] },
  proof: 'the account is proved, the region is enabled and its own images were read to their end',
  since: '0.1.0',
})
