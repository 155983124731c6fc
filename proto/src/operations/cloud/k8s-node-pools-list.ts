import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Node pools or groups of a managed cluster.
export const cloudK8sNodePoolsList = defineOperation({
  id: 'cloud.k8s_node_pools.list',
  title: 'Node pools of a managed cluster',
  describe:
    'Lists node pools of a managed Kubernetes cluster with size, limits, version, machine types and health issues.',
  when: [
    'node group',
    'node pool size',
    'cluster autoscaler limits',
    'nodes not joining',
    'node group degraded',
  ],
  contract: 1,
  input: z.strictObject({
    cluster: wanted('Managed cluster, as cloud_k8s_clusters_list gives it'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    pools: z.array(
      z.object({
        ...resource,
        cluster: z.string(),
        state: z.string().describe("The vendor's word: ACTIVE, RUNNING, DEGRADED ..."),
        version: maybe.text,
        image: maybe.text,
        machine_types: z.array(z.string()),
        capacity: z.enum(['on_demand', 'spot', 'mixed', 'unknown']),
        desired: maybe.number,
        min: maybe.number,
        max: maybe.number,
        zones: maybe.texts,
        autoscaling: maybe.flag,
        issues: z.array(z.object({ code: z.string(), message: maybe.freeText })),
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['eks:ListNodegroups', 'eks:DescribeNodegroup', 'eks:ListFargateProfiles'],
    gcp: ['container.clusters.list'],
    magalu: ['mke.read'],
  },
  proof: 'the cluster exists and its pools were read to their end; self-managed nodes are in no pool',
  since: '0.1.0',
})
