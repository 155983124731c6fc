import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// KEDA scaled objects of a cluster.
export const k8sScaledobjectsList = defineOperation({
  id: 'k8s.scaledobjects.list',
  title: 'KEDA scaled objects',
  describe: 'Lists KEDA scaled objects with target, triggers, bounds, readiness and pauses.',
  when: ['keda', 'event driven autoscaling', 'scaled object not ready', 'queue scaler'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    scaledobjects: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        target: z.string(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        triggers: z.array(z.string()).describe('Kinds of its triggers; never their settings'),
        ready: z.boolean().nullable(),
        active: z.boolean().nullable(),
        paused: z.boolean(),
        message: messageField('What the Ready condition says'),
        hpa: z.string().nullable(),
        last_active_at: timeField('Last time that a trigger was active'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list scaledobjects.keda.sh', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
