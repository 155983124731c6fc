import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { GROUP_STATES } from './shapes.ts'

// Consumer groups with state and lag.
export const streamsGroupsList = defineOperation({
  id: 'streams.groups.list',
  title: 'Consumer groups',
  describe:
    'Lists consumer groups of a broker with state, members, topics and total lag; furthest behind first.',
  when: [
    'consumer lag',
    'kafka consumer groups',
    'stuck consumer group',
    'rebalancing',
    'who reads this topic',
  ],
  contract: 1,
  input: z.strictObject({
    topic: filter('Only groups that read this topic'),
    match: filter('Text in the name'),
    state: z.enum(GROUP_STATES).optional().describe('Only groups in this state'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    groups: z.array(
      z.object({
        group: z.string(),
        state: z.enum(GROUP_STATES),
        members: maybe.number,
        topics: z.array(z.string()),
        lag: maybe.number,
        partitions_without_commit: maybe.number,
        coordinator: maybe.text,
        protocol: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: { kafka: ['DESCRIBE on Group', 'DESCRIBE on Topic', 'DESCRIBE on Cluster'] },
  proof: 'every broker answered the listing; groups that the credential may not describe are not among them',
  since: '0.1.0',
})
