import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments } from './shapes.ts'

// Resource quotas of a cluster, one row a resource.
export const k8sResourceQuotasList = defineOperation({
  id: 'k8s.resource_quotas.list',
  title: 'Resource quotas',
  describe: 'Lists resource quotas with hard limit and use of each resource, and how full they are.',
  when: ['quota exceeded', 'resource quota', 'exceeded quota', 'namespace limits'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(200, 5000),
    threshold: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Only resources that are used by at least this percentage'),
  }),
  output: z.object({
    quotas: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        resource: z.string(),
        hard: z.string(),
        used: z.string().nullable().describe('null: not counted yet'),
        used_percent: z.number().nullable(),
        scopes: z.array(z.string()),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list resourcequotas', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
