import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Versions that the cloud offers, and when their support ends.
export const cloudK8sVersionsList = defineOperation({
  id: 'cloud.k8s_versions.list',
  title: 'Kubernetes versions of the cloud',
  describe:
    'Lists Kubernetes versions that the cloud offers with state and end of standard and extended support.',
  when: ['kubernetes version support', 'end of support', 'available versions', 'eks extended support'],
  contract: 1,
  input: z.strictObject({ limit: limit(50, 200) }),
  output: z.object({
    versions: z.array(
      z.object({
        version: z.string(),
        ...place,
        state: z.enum(['standard', 'extended', 'preview', 'unsupported', 'unknown']),
        default: maybe.flag,
        released_at: maybe.time,
        standard_support_ends_at: maybe.time,
        extended_support_ends_at: maybe.time,
        channels: maybe.texts,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 3600,
  permissions: {
    aws: ['eks:DescribeClusterVersions'],
    gcp: ['container.clusters.list'],
    magalu: ['mke.read'],
  },
  proof: 'the vendor listed its versions whole for the region',
  since: '0.1.0',
})
