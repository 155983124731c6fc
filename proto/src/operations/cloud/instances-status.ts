import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { POWER_STATES, resource } from './shapes.ts'

// What the cloud's own checks and planned events say of instances.
export const cloudInstancesStatus = defineOperation({
  id: 'cloud.instances.status',
  title: 'Health of cloud instances',
  describe:
    'Gives what the checks of the cloud say of instances, and events planned for them such as retirement or maintenance.',
  when: [
    'instance status checks',
    'is the vm impaired',
    'scheduled retirement',
    'host maintenance',
    'why is the node not ready',
  ],
  contract: 1,
  input: z.strictObject({
    id: filter('Only this instance, by id or name'),
    problem_only: whether('Only instances that fail a check or have a planned event'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    instances: z.array(
      z.object({
        ...resource,
        power: z.enum(POWER_STATES),
        system_check: z.enum(['passed', 'failed', 'initializing', 'insufficient_data', 'unknown']),
        instance_check: z.enum(['passed', 'failed', 'initializing', 'insufficient_data', 'unknown']),
        failing_since: maybe.time,
        events: z.array(
          z.object({
            kind: z.string(),
            description: maybe.freeText,
            not_before: maybe.time,
            not_after: maybe.time,
          }),
        ),
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['ec2:DescribeInstanceStatus', 'ec2:DescribeInstances'],
    gcp: ['compute.instances.list', 'compute.zoneOperations.list'],
  },
  proof:
    'the account is proved, the region is enabled and statuses of all instances, stopped ones included, were read to their end',
  since: '0.1.0',
})
