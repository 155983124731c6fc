import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, timeField } from './shapes.ts'

// Storage classes of a cluster.
export const k8sStorageClassesList = defineOperation({
  id: 'k8s.storage_classes.list',
  title: 'Storage classes',
  describe: 'Lists storage classes with provisioner, binding mode, reclaim policy and which is the default.',
  when: ['storage classes', 'default storage class', 'volume expansion'],
  contract: 1,
  input: z.strictObject({
    ...clusterListArguments(100, 1000),
  }),
  output: z.object({
    storage_classes: z.array(
      z.object({
        name: z.string(),
        provisioner: z.string(),
        default: z.boolean(),
        binding_mode: z.string().nullable(),
        reclaim_policy: z.string().nullable(),
        expandable: z.boolean(),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 300,
  permissions: { kubernetes: ['list storageclasses.storage.k8s.io'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
