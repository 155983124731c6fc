import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { exitRow, fieldSelector, listArguments, messageField, ownerField, timeField } from './shapes.ts'

// Pods with what is wrong with each.
export const k8sPodsList = defineOperation({
  id: 'k8s.pods.list',
  title: 'Pods',
  describe: 'Lists pods with status as kubectl says it, restarts, last exit, node, owner and images.',
  when: [
    'crashloop',
    'oom killed',
    'image pull backoff',
    'pending pods',
    'restarts',
    'which pods',
    'pods on a node',
  ],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    field_selector: fieldSelector(),
    problem_only: z
      .boolean()
      .default(false)
      .describe('Only pods that are failed, not ready, waiting, unschedulable or restarted in the last hour'),
  }),
  output: z.object({
    pods: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        phase: z.string(),
        status: z.string().describe('Running, CrashLoopBackOff, ImagePullBackOff, Unschedulable ...'),
        problem: z.boolean(),
        message: messageField('Why, in the words of scheduler, kubelet or container'),
        ready_containers: z.number(),
        containers: z.number(),
        restarts: z.number(),
        last_exit: exitRow.nullable().describe('Newest ended run of any container; null when none ended'),
        node: z.string().nullable(),
        owner: ownerField,
        images: z.array(z.string()),
        ip: z.string().nullable(),
        created_at: timeField('Creation'),
        deleting_since: timeField('Set while it is being deleted'),
      }),
    ),
    by_status: z
      .record(z.string(), z.number())
      .describe('Counts of all pods that were read, whatever the filter'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 15,
  permissions: { kubernetes: ['list pods', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
