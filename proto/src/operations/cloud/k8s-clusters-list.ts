import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { total } from '../values.ts'
import { k8sClusterRow, tagFilter } from './shapes.ts'

// Managed Kubernetes clusters.
export const cloudK8sClustersList = defineOperation({
  id: 'cloud.k8s_clusters.list',
  title: 'Managed clusters',
  describe:
    'Lists managed Kubernetes clusters with version, state, whether the control plane is public and when support ends.',
  when: ['eks clusters', 'gke clusters', 'managed kubernetes', 'cluster version', 'public api server'],
  contract: 1,
  input: z.strictObject({ tag: tagFilter(), limit: limit(100, 500), cursor: cursor() }),
  output: z.object({ clusters: z.array(k8sClusterRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['eks:ListClusters', 'eks:DescribeCluster'],
    gcp: ['container.clusters.list'],
    magalu: ['mke.read'],
  },
  proof: 'the account is proved, the region is enabled and its clusters were read to their end',
  since: '0.1.0',
})
