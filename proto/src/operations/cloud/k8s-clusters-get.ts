import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { k8sClusterRow } from './shapes.ts'

// One managed cluster with network, logging and access.
export const cloudK8sClustersGet = defineOperation({
  id: 'cloud.k8s_clusters.get',
  title: 'One managed cluster',
  describe:
    'Gives one managed Kubernetes cluster with network, endpoints, logging, encryption, identity, upgrades under way and health issues.',
  when: [
    'eks cluster details',
    'cluster endpoint access',
    'control plane logging',
    'cluster upgrade',
    'cluster health issues',
  ],
  contract: 1,
  input: z.strictObject({ cluster: wanted('Managed cluster, as cloud_k8s_clusters_list gives it') }),
  output: z.object({
    cluster: k8sClusterRow,
    endpoint: maybe.url,
    allowed_cidrs: maybe.texts,
    network: maybe.text,
    subnets: maybe.texts,
    service_cidr: maybe.text,
    pod_cidr: maybe.text,
    control_plane_logs: maybe.texts,
    secrets_encrypted: maybe.flag,
    identity_issuer: maybe.url,
    role: maybe.text,
    maintenance_window: maybe.text,
    issues: z.array(z.object({ code: z.string(), message: maybe.freeText })),
    updates: z
      .array(
        z.object({
          id: z.string(),
          kind: z.string(),
          state: z.string(),
          created_at: maybe.time,
          error: maybe.freeText,
        }),
      )
      .nullable(),
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['eks:DescribeCluster', 'eks:ListUpdates', 'eks:DescribeUpdate'],
    gcp: ['container.clusters.list', 'container.operations.list'],
    magalu: ['mke.read'],
  },
  proof: 'never: an unknown cluster is an error of the argument',
  since: '0.1.0',
})
