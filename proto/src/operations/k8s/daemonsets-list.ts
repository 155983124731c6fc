import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { labelSet, listArguments, timeField } from './shapes.ts'

// Daemon sets with what is wrong with each.
export const k8sDaemonsetsList = defineOperation({
  id: 'k8s.daemonsets.list',
  title: 'Daemon sets',
  describe: 'Lists daemon sets with how many nodes should run them, do, and do not.',
  when: ['daemon sets', 'node agents', 'log collector missing on nodes'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    unhealthy_only: z.boolean().default(false).describe('Only those whose problem is set'),
  }),
  output: z.object({
    daemonsets: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        desired: z.number().describe('Nodes that should run it'),
        current: z.number(),
        ready: z.number(),
        updated: z.number(),
        available: z.number(),
        misscheduled: z.number(),
        problem: z
          .string()
          .nullable()
          .describe('not_ready, updating, misscheduled or not_observed; null when none'),
        update_strategy: z.string().nullable(),
        node_selector: labelSet,
        images: z.array(z.string()),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list daemonsets.apps', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
