import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { conditionRow, labelSet, objectName, timeField } from './shapes.ts'

// One node in full.
export const k8sNodesGet = defineOperation({
  id: 'k8s.nodes.get',
  title: 'Node',
  describe: 'Shows one node: every condition, addresses, capacity, taints, labels and versions.',
  when: ['describe node', 'node conditions', 'why is the node not ready'],
  contract: 1,
  input: z.strictObject({
    name: objectName('Node name'),
  }),
  output: z.object({
    node: z.object({
      name: z.string(),
      uid: z.string(),
      ready: z.boolean().nullable(),
      problems: z.array(z.string()),
      unschedulable: z.boolean(),
      conditions: z.array(conditionRow),
      heartbeat_at: timeField('Newest heartbeat of a condition'),
      addresses: z.array(z.string()).describe('InternalIP=10.0.0.1'),
      roles: z.array(z.string()),
      labels: labelSet,
      taints: z.array(z.string()),
      provider_id: z.string().nullable(),
      capacity: z.record(z.string(), z.string()),
      allocatable: z.record(z.string(), z.string()),
      kubelet_version: z.string().nullable(),
      kernel_version: z.string().nullable(),
      os_image: z.string().nullable(),
      runtime: z.string().nullable(),
      architecture: z.string().nullable(),
      images: z.number().describe('Images that the node reports'),
      created_at: timeField('Creation'),
    }),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['get nodes'] },
  proof: 'the node was read; an unknown name is refused',
  since: '0.1.0',
})
