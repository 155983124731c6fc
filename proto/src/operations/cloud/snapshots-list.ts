import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Snapshots of disks and how old they are.
export const cloudSnapshotsList = defineOperation({
  id: 'cloud.snapshots.list',
  title: 'Disk snapshots',
  describe:
    'Lists snapshots of disks with source, age, size, state and whether they are shared outside the account; newest first.',
  when: ['ebs snapshots', 'latest snapshot', 'old snapshots', 'public snapshot', 'backup of a disk'],
  contract: 1,
  input: z.strictObject({
    source: filter('Only snapshots of this disk or instance'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    snapshots: z.array(
      z.object({
        ...resource,
        source: maybe.text,
        source_exists: maybe.flag,
        size_bytes: maybe.number,
        state: z.enum(['completed', 'pending', 'error', 'unknown']),
        encrypted: maybe.flag,
        // Null: sharing was not read.
        shared: z.enum(['private', 'accounts', 'public']).nullable(),
        automatic: maybe.flag,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ec2:DescribeSnapshots', 'ec2:DescribeSnapshotAttribute', 'ec2:DescribeVolumes'],
    gcp: ['compute.snapshots.list'],
    magalu: ['block-storage.read', 'virtual-machine.read'],
  },
  proof: 'the account is proved, the region is enabled and its own snapshots were read to their end',
  since: '0.1.0',
})
