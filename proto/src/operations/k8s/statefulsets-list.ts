import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Stateful sets with what is wrong with each.
export const k8sStatefulsetsList = defineOperation({
  id: 'k8s.statefulsets.list',
  title: 'Stateful sets',
  describe: 'Lists stateful sets with replicas, update progress, partition, images and what is wrong.',
  when: ['stateful sets', 'database pods', 'stuck update'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    unhealthy_only: z.boolean().default(false).describe('Only those whose problem is set'),
  }),
  output: z.object({
    statefulsets: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        desired: z.number(),
        ready: z.number(),
        updated: z.number(),
        available: z.number().nullable().describe('null on servers that do not count it'),
        problem: z.string().nullable().describe('not_ready, updating or not_observed; null when none'),
        partition: z.number().nullable().describe('Pods below it keep the old revision on purpose'),
        update_strategy: z.string().nullable(),
        service: z.string().nullable(),
        images: z.array(z.string()),
        claims: z.array(z.string()).describe('Names of its volume claim templates'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list statefulsets.apps', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
