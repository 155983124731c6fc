import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, messageField, timeField } from './shapes.ts'

// Persistent volumes of a cluster.
export const k8sPvsList = defineOperation({
  id: 'k8s.pvs.list',
  title: 'Volumes',
  describe: 'Lists persistent volumes with phase, size, class, claim, reclaim policy and zone.',
  when: ['persistent volumes', 'released volume', 'orphaned disk', 'reclaim policy'],
  contract: 1,
  input: z.strictObject({
    ...clusterListArguments(100, 5000),
  }),
  output: z.object({
    pvs: z.array(
      z.object({
        name: z.string(),
        phase: z.string(),
        message: messageField('Why it failed'),
        capacity_bytes: z.number().nullable(),
        storage_class: z.string().nullable(),
        claim: z.string().nullable().describe('namespace/name'),
        reclaim_policy: z.string().nullable(),
        access_modes: z.array(z.string()),
        driver: z.string().nullable(),
        handle: z.string().nullable().describe('Id of the disk at its driver'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list persistentvolumes'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
