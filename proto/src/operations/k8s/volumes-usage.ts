import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { namespaceFilter, timeField } from './shapes.ts'

// How full mounted volumes are, from the kubelets' metrics.
export const k8sVolumesUsage = defineOperation({
  id: 'k8s.volumes.usage',
  title: 'Use of volumes',
  describe: 'Lists persistent volumes that pods mount with used, free and total space and inodes.',
  when: ['disk full', 'pvc usage', 'volume almost full', 'inodes'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceFilter(),
    threshold: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Only volumes that are used by at least this percentage'),
    limit: limit(100, 2000),
    cursor: cursor(),
  }),
  output: z.object({
    volumes: z.array(
      z.object({
        namespace: z.string(),
        pvc: z.string(),
        used_bytes: z.number().nullable(),
        capacity_bytes: z.number().nullable(),
        used_percent: z.number().nullable(),
        inodes_used_percent: z.number().nullable(),
        measured_at: timeField('Newest sample'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { prometheus: ['GET /api/v1/query'] },
  proof: 'kubelet volume metrics are known to the backend and fresh',
  since: '0.1.0',
})
