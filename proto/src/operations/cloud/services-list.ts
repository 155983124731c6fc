import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Services of the cloud's own container platforms.
export const cloudServicesList = defineOperation({
  id: 'cloud.services.list',
  title: 'Container services',
  describe:
    'Lists services of container platforms (ECS, Cloud Run) with desired and running counts, revision, state and rollout; those short of what they want come first.',
  when: [
    'ecs services',
    'cloud run services',
    'running tasks',
    'service not stable',
    'deployment in progress',
  ],
  contract: 1,
  input: z.strictObject({
    cluster: filter('Only this container cluster, by name'),
    tag: tagFilter(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    services: z.array(
      z.object({
        ...resource,
        platform: z.enum(['ecs', 'cloud_run', 'other']),
        cluster: maybe.text,
        state: maybe.text,
        desired: maybe.number,
        running: maybe.number,
        pending: maybe.number,
        revision: maybe.text,
        image: maybe.text,
        rollout: z.enum(['completed', 'in_progress', 'failed', 'unknown']),
        rollout_reason: maybe.freeText,
        url: maybe.url,
        deployed_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['ecs:ListClusters', 'ecs:ListServices', 'ecs:DescribeServices', 'ecs:DescribeTaskDefinition'],
    gcp: ['run.services.list'],
  },
  proof:
    'the account is proved, the region is enabled and the services of every cluster were read to their end',
  since: '0.1.0',
})
