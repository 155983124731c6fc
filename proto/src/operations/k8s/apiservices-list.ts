import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, messageField, timeField } from './shapes.ts'

// API services of a cluster.
export const k8sApiservicesList = defineOperation({
  id: 'k8s.apiservices.list',
  title: 'Aggregated APIs',
  describe: 'Lists API services with the service behind each and whether it is available.',
  when: ['apiservice unavailable', 'metrics api down', 'aggregated api', 'namespace stuck terminating'],
  contract: 1,
  input: z.strictObject({
    unavailable_only: z.boolean().default(false).describe('Only those that are not available'),
    ...clusterListArguments(200, 1000),
  }),
  output: z.object({
    apiservices: z.array(
      z.object({
        name: z.string(),
        group: z.string(),
        version: z.string(),
        service: z.string().nullable().describe('namespace/name; null when the API server serves it itself'),
        available: z.boolean().nullable(),
        reason: z.string().nullable(),
        message: messageField('What the condition says'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list apiservices.apiregistration.k8s.io'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
