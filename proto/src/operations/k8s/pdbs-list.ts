import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Pod disruption budgets of a cluster.
export const k8sPdbsList = defineOperation({
  id: 'k8s.pdbs.list',
  title: 'Disruption budgets',
  describe: 'Lists pod disruption budgets with healthy pods and how many may be disrupted now.',
  when: ['pdb', 'drain blocked', 'disruptions allowed', 'node upgrade stuck'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    blocking_only: z.boolean().default(false).describe('Only budgets that allow no disruption now'),
  }),
  output: z.object({
    pdbs: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        min_available: z.string().nullable(),
        max_unavailable: z.string().nullable(),
        selector: z.string().nullable(),
        expected_pods: z.number(),
        healthy: z.number(),
        desired_healthy: z.number(),
        allowed: z.number().describe('Disruptions allowed now'),
        observed: z
          .boolean()
          .describe('false while the controller has not seen this version: the numbers are old'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list poddisruptionbudgets.policy', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
