import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// Horizontal pod autoscalers with what limits each.
export const k8sHpasList = defineOperation({
  id: 'k8s.hpas.list',
  title: 'Horizontal autoscalers',
  describe:
    'Lists horizontal pod autoscalers with bounds, current and desired replicas, metrics and limits reached.',
  when: ['hpa', 'autoscaler at maximum', 'cannot scale', 'target utilisation'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    hpas: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        target: z.string().describe('Kind/name of what it scales'),
        min: z.number(),
        max: z.number(),
        current: z.number(),
        desired: z.number(),
        at_maximum: z.boolean(),
        problem: z
          .string()
          .nullable()
          .describe('Reason of the condition that hinders scaling; null when none'),
        message: messageField('What that condition says'),
        metrics: z.array(
          z.object({
            name: z.string(),
            current: z.string().nullable().describe('null when it could not be measured'),
            target: z.string().nullable(),
          }),
        ),
        last_scaled_at: timeField('Last change of replicas'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    kubernetes: ['list horizontalpodautoscalers.autoscaling', 'get namespaces', 'list namespaces'],
  },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
