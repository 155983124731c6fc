import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Block disks and what they are attached to.
export const cloudDisksList = defineOperation({
  id: 'cloud.disks.list',
  title: 'Cloud disks',
  describe: 'Lists block disks with size, type, state, encryption and what each is attached to.',
  when: ['ebs volumes', 'unattached disks', 'persistent disks', 'unencrypted volumes', 'disk of an instance'],
  contract: 1,
  input: z.strictObject({
    unattached: whether('Only disks that are attached to nothing'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    disks: z.array(
      z.object({
        ...resource,
        size_bytes: z.number(),
        type: maybe.text,
        iops: maybe.number,
        throughput_bytes_per_s: maybe.number,
        state: z.enum(['available', 'in_use', 'creating', 'deleting', 'error', 'unknown']),
        attached_to: maybe.texts,
        zone: maybe.text,
        encrypted: maybe.flag,
        snapshot: maybe.text,
        detached_at: maybe.time,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: { aws: ['ec2:DescribeVolumes'], gcp: ['compute.disks.list'], magalu: ['block-storage.read'] },
  proof: 'the account is proved, the region is enabled and its disks were read to their end',
  since: '0.1.0',
})
