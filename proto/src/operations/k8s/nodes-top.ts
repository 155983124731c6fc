import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, objectName, timeField } from './shapes.ts'

// Current use of nodes, from the metrics API.
export const k8sNodesTop = defineOperation({
  id: 'k8s.nodes.top',
  title: 'Use of nodes',
  describe: 'Gives processor and memory use of each node now, beside what it can allocate.',
  when: ['kubectl top nodes', 'node cpu', 'node memory', 'hot node', 'headroom'],
  contract: 1,
  input: z.strictObject({
    name: objectName('Only this node').optional(),
    ...clusterListArguments(200, 5000),
  }),
  output: z.object({
    nodes: z.array(
      z.object({
        name: z.string(),
        cpu_cores: z.number().nullable(),
        memory_bytes: z.number().nullable(),
        cpu_percent: z.number().nullable().describe('Of allocatable; null when the node could not be read'),
        memory_percent: z.number().nullable(),
        measured_at: timeField('End of the measured window'),
        window_seconds: z.number().nullable(),
      }),
    ),
    unmeasured: z.array(z.string()).nullable().describe('Nodes without a measurement; null when not known'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 15,
  permissions: { kubernetes: ['list nodes.metrics.k8s.io', 'list nodes'] },
  proof: 'the metrics API answered for every node that exists',
  since: '0.1.0',
})
