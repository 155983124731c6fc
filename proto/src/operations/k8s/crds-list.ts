import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, timeField } from './shapes.ts'

// Custom resource definitions of a cluster.
export const k8sCrdsList = defineOperation({
  id: 'k8s.crds.list',
  title: 'Custom resource definitions',
  describe: 'Lists custom resource definitions with versions, scope and whether they are established.',
  when: ['crds', 'custom resources', 'storage version', 'deprecated crd version'],
  contract: 1,
  input: z.strictObject({
    group: z.string().min(1).max(253).optional().describe('Only this API group, exact'),
    ...clusterListArguments(100, 2000),
  }),
  output: z.object({
    crds: z.array(
      z.object({
        name: z.string(),
        group: z.string(),
        kind: z.string(),
        namespaced: z.boolean(),
        versions: z.array(z.string()).describe('With (storage), (deprecated), (not served)'),
        stored_versions: z.array(z.string()),
        established: z.boolean().nullable(),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 300,
  permissions: { kubernetes: ['list customresourcedefinitions.apiextensions.k8s.io'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
