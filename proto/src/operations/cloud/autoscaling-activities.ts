import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// What an autoscaling group did and why.
export const cloudAutoscalingActivities = defineOperation({
  id: 'cloud.autoscaling.activities',
  title: 'Autoscaling activities',
  describe: 'Lists what autoscaling groups did in a window, with cause, progress and error; newest first.',
  when: [
    'why did it scale',
    'scale up failed',
    'insufficient capacity',
    'instances replaced',
    'scaling history',
  ],
  contract: 1,
  input: z.strictObject({
    group: filter('Only this group, by name or id'),
    failed_only: whether('Only activities that failed'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    activities: z.array(
      z.object({
        id: z.string(),
        ...place,
        group: z.string(),
        started_at: z.string(),
        finished_at: maybe.time,
        state: z.enum(['succeeded', 'failed', 'cancelled', 'in_progress', 'unknown']),
        description: maybe.freeText,
        cause: maybe.freeText,
        error: maybe.freeText,
        instance: maybe.text,
        capacity_before: maybe.number,
        capacity_after: maybe.number,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['autoscaling:DescribeScalingActivities', 'autoscaling:DescribeAutoScalingGroups'],
    gcp: [
      'compute.instanceGroupManagers.list',
      'compute.instanceGroupManagers.get',
      'compute.autoscalers.list',
      'logging.logEntries.list',
    ],
  },
  proof: 'the group exists and the vendor keeps its activities for the whole window',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  since: '0.1.0',
})
