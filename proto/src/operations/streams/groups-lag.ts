import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { GROUP_STATES, partitionLag } from './shapes.ts'

// How far a group is behind, partition by partition.
export const streamsGroupsLag = defineOperation({
  id: 'streams.groups.lag',
  title: 'Lag of a consumer group',
  describe:
    'Gives how far one consumer group is behind, by topic and partition, in messages and, where known, in seconds, and who reads each partition.',
  when: ['lag per partition', 'how far behind', 'hot partition', 'partition without consumer'],
  contract: 1,
  input: z.strictObject({
    group: wanted('Consumer group, as streams_groups_list gives it'),
    topic: filter('Only this topic'),
    limit: limit(200, 2000),
  }),
  output: z.object({
    group: z.string(),
    state: z.enum(GROUP_STATES),
    lag: maybe.number,
    lag_s: maybe.number,
    partitions: z.array(partitionLag),
    unassigned: maybe.number,
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 10,
  permissions: { kafka: ['DESCRIBE on Group', 'DESCRIBE on Topic', 'READ on Topic for lag in seconds'] },
  proof:
    'the group exists and the end offsets of all of its partitions were read; a partition without a commit has no lag, which is not 0',
  since: '0.1.0',
})
