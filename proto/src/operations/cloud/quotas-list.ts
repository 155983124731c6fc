import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Quotas with what is used of them.
export const cloudQuotasList = defineOperation({
  id: 'cloud.quotas.list',
  title: 'Cloud quotas',
  describe: 'Lists quotas of a cloud service with limit, usage and share used; nearest to the limit first.',
  when: ['quota exceeded', 'service limits', 'near the limit', 'LimitExceeded', 'how much quota is left'],
  contract: 1,
  input: z.strictObject({
    service: filter('Only this service (ec2, compute.googleapis.com)'),
    near_limit_percent: z
      .number()
      .min(0)
      .max(100)
      .optional()
      .describe('Only quotas used at least this much, where usage is told'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    quotas: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        ...place,
        service: z.string(),
        limit: maybe.number,
        unit: maybe.text,
        // Null: the vendor does not measure it; not the same as unused.
        used: maybe.number,
        used_percent: maybe.number,
        adjustable: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'servicequotas:ListServiceQuotas',
      'servicequotas:ListServices',
      'servicequotas:GetServiceQuota',
      'cloudwatch:GetMetricData',
    ],
    gcp: ['compute.regions.list', 'compute.projects.get'],
  },
  proof:
    'the service is known in the account and its quotas were read to their end; a quota without usage is never near its limit by proof',
  since: '0.1.0',
})
