import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { amounts, clusterListArguments, messageField, timeField } from './shapes.ts'

// Nodes with what is wrong with each.
export const k8sNodesList = defineOperation({
  id: 'k8s.nodes.list',
  title: 'Nodes',
  describe: 'Lists nodes with readiness, pressures, taints, versions, zone and capacity.',
  when: [
    'nodes not ready',
    'memory pressure',
    'disk pressure',
    'cordoned',
    'kubelet version',
    'node pool',
    'spot',
  ],
  contract: 1,
  input: z.strictObject({
    ...clusterListArguments(200, 5000),
    problem_only: z
      .boolean()
      .default(false)
      .describe('Only nodes that are not ready, under pressure, cordoned or being deleted'),
  }),
  output: z.object({
    nodes: z.array(
      z.object({
        name: z.string(),
        ready: z.boolean().nullable().describe('null when the node controller does not know'),
        problems: z.array(z.string()).describe('NotReady, MemoryPressure, Cordoned ...; empty when none'),
        problem_since: timeField('Oldest of those conditions'),
        message: messageField('What the worst condition says'),
        roles: z.array(z.string()),
        zone: z.string().nullable(),
        instance_type: z.string().nullable(),
        provider_id: z.string().nullable(),
        internal_ip: z.string().nullable(),
        kubelet_version: z.string().nullable(),
        os_image: z.string().nullable(),
        runtime: z.string().nullable(),
        allocatable: amounts,
        max_pods: z.number().nullable(),
        taints: z.array(z.string()).describe('key=value:effect'),
        created_at: timeField('Creation'),
      }),
    ),
    not_ready: z.number().describe('Among all nodes that were read, whatever the filter'),
    read: z.number().describe('Nodes that were read'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list nodes'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
