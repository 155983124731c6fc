import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Add-ons with version and health.
export const cloudK8sAddonsList = defineOperation({
  id: 'cloud.k8s_addons.list',
  title: 'Add-ons of a managed cluster',
  describe:
    'Lists add-ons of a managed Kubernetes cluster with version, the newest compatible version, state and issues.',
  when: ['eks addons', 'vpc cni version', 'coredns version', 'addon degraded', 'outdated addon'],
  contract: 1,
  input: z.strictObject({
    cluster: wanted('Managed cluster, as cloud_k8s_clusters_list gives it'),
    limit: limit(100, 200),
    cursor: cursor(),
  }),
  output: z.object({
    cluster: z.string(),
    addons: z.array(
      z.object({
        name: z.string(),
        ...place,
        version: maybe.text,
        newest_compatible: maybe.text,
        state: z.string().describe("The vendor's word: ACTIVE, DEGRADED ..."),
        issues: z.array(z.object({ code: z.string(), message: maybe.freeText })),
        managed: maybe.flag,
        modified_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['eks:ListAddons', 'eks:DescribeAddon', 'eks:DescribeAddonVersions'],
    gcp: ['container.clusters.list'],
  },
  proof:
    'the cluster exists and its add-ons were read to their end; what was installed by hand is not among them',
  since: '0.1.0',
})
