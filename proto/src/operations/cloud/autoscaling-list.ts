import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Groups with limits, what they want and what they have.
export const cloudAutoscalingList = defineOperation({
  id: 'cloud.autoscaling.list',
  title: 'Autoscaling groups',
  describe:
    'Lists autoscaling or instance groups with minimum, maximum, desired and healthy size, zones and policies; those short of what they want come first.',
  when: ['autoscaling groups', 'desired capacity', 'at maximum size', 'instance group', 'scaling policy'],
  contract: 1,
  input: z.strictObject({
    group: filter('Only this group, by name or id'),
    tag: tagFilter(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    groups: z.array(
      z.object({
        ...resource,
        min: maybe.number,
        max: maybe.number,
        desired: maybe.number,
        current: maybe.number,
        healthy: maybe.number,
        zones: maybe.texts,
        template: maybe.text,
        policies: z.array(z.object({ name: z.string(), kind: maybe.text, target: maybe.text })).nullable(),
        suspended: maybe.texts,
        load_balancers: maybe.texts,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'autoscaling:DescribeAutoScalingGroups',
      'autoscaling:DescribePolicies',
      'autoscaling:DescribeTags',
    ],
    gcp: ['compute.instanceGroupManagers.list', 'compute.autoscalers.list'],
  },
  proof: 'the account is proved, the region is enabled and its groups were read to their end',
  since: '0.1.0',
})
