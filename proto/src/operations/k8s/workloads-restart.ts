import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'
import { namespaceName, objectName } from './shapes.ts'

// Restarts the pods of a workload one after the other, as `kubectl rollout restart` does.
export const k8sWorkloadsRestart = defineOperation({
  id: 'k8s.workloads.restart',
  title: 'Restart a workload',
  describe:
    'Restarts the pods of one workload by a new rollout, once another person has approved it; void when the object has changed since it was read.',
  when: ['rollout restart', 'restart the deployment', 'bounce the pods', 'restart the service'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    kind: z.enum(['Deployment', 'StatefulSet', 'DaemonSet']),
    name: objectName('Name of the workload'),
    resource_version: z
      .string()
      .min(1)
      .max(64)
      .describe('resource_version of the object as it was read, e.g. by k8s_deployments_get'),
  }),
  output: z.object({
    restarted: z.boolean().describe('False in a preview'),
    namespace: z.string(),
    kind: z.string(),
    name: z.string(),
    resource_version: z.string(),
    desired: maybe.number,
    ready: maybe.number,
    paused: maybe.flag,
    restarted_at: maybe.time,
  }),
  scope: 'cluster',
  tier: 'high_risk',
  freshness: 0,
  permissions: {
    kubernetes: [
      'get deployments.apps',
      'get statefulsets.apps',
      'get daemonsets.apps',
      'patch deployments.apps',
      'patch statefulsets.apps',
      'patch daemonsets.apps',
    ],
  },
  proof: 'the API server confirmed the new template',
  since: '0.1.0',
})
