import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { namespaceName, objectName, timeField } from './shapes.ts'

// Revisions of one workload, newest first.
export const k8sRolloutsHistory = defineOperation({
  id: 'k8s.rollouts.history',
  title: 'Rollout history',
  describe: 'Lists the revisions of a deployment, stateful set or daemon set that the cluster still keeps.',
  when: ['rollout history', 'previous version', 'what changed', 'last deploy', 'revision'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    kind: z.enum(['Deployment', 'StatefulSet', 'DaemonSet']).default('Deployment'),
    name: objectName('Workload name'),
    limit: limit(20, 200),
  }),
  output: z.object({
    revisions: z.array(
      z.object({
        revision: z.number().nullable(),
        name: z.string(),
        current: z.boolean(),
        created_at: timeField('When the revision was made; going back to it keeps this time'),
        images: z.array(z.string()),
        change_cause: z.string().nullable(),
        replicas: z.number().nullable().describe('Of this revision now; null where the kind does not say'),
        ready: z.number().nullable(),
      }),
    ),
    kept: z.number().nullable().describe('Old revisions that the workload keeps at most'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    kubernetes: [
      'get deployments.apps',
      'list replicasets.apps',
      'get statefulsets.apps',
      'get daemonsets.apps',
      'list controllerrevisions.apps',
    ],
  },
  proof: 'the workload was read and the whole list of its revisions',
  since: '0.1.0',
})
