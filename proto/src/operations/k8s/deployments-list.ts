import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// Deployments with what is wrong with each.
export const k8sDeploymentsList = defineOperation({
  id: 'k8s.deployments.list',
  title: 'Deployments',
  describe: 'Lists deployments with desired, ready and updated replicas, what is wrong, images and revision.',
  when: ['deployments', 'unavailable replicas', 'stuck rollout', 'progress deadline', 'which version runs'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    unhealthy_only: z.boolean().default(false).describe('Only those whose problem is set'),
  }),
  output: z.object({
    deployments: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        desired: z.number(),
        ready: z.number(),
        updated: z.number(),
        available: z.number(),
        problem: z
          .string()
          .nullable()
          .describe(
            'unavailable, rollout_stuck, rolling_out, not_observed, replica_failure or paused; null when none',
          ),
        message: messageField('What the condition behind the problem says'),
        images: z.array(z.string()),
        revision: z.string().nullable(),
        strategy: z.string().nullable(),
        created_at: timeField('Creation'),
        progressed_at: timeField('Last progress of a rollout'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list deployments.apps', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
