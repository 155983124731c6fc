import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { currency } from './shapes.ts'

// What the vendor holds to be idle, too large or uncommitted.
export const costRecommendationsList = defineOperation({
  id: 'cost.recommendations.list',
  title: 'Savings',
  describe:
    'Lists what the vendor recommends to save: idle, too large, old generation or uncommitted resources, with the saving a month; largest first.',
  when: ['rightsizing', 'idle resources', 'save money', 'oversized instances', 'cost optimization'],
  contract: 1,
  input: z.strictObject({
    kind: z
      .enum(['idle', 'rightsize', 'commitment', 'upgrade', 'storage', 'other'])
      .optional()
      .describe('Only this kind'),
    resource: filter('Only this resource'),
    min_saving: z
      .number()
      .min(0)
      .optional()
      .describe("Only savings of at least this amount a month, in the bill's currency"),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    currency,
    recommendations: z.array(
      z.object({
        id: z.string(),
        account: maybe.text,
        region: maybe.text,
        kind: z.enum(['idle', 'rightsize', 'commitment', 'upgrade', 'storage', 'other']),
        resource: maybe.text,
        resource_type: maybe.text,
        current: maybe.text,
        recommended: maybe.text,
        saving_per_month: maybe.number,
        effort: maybe.text,
        risk: maybe.text,
        lookback_days: maybe.number,
        refreshed_at: maybe.time,
      }),
    ),
    saving_per_month: maybe.number,
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 21600,
  permissions: {
    aws: [
      'cost-optimization-hub:ListRecommendations',
      'cost-optimization-hub:GetRecommendation',
      'compute-optimizer:GetEnrollmentStatus',
    ],
    gcp: [
      'recommender.computeInstanceMachineTypeRecommendations.list',
      'recommender.computeInstanceIdleResourceRecommendations.list',
      'recommender.computeDiskIdleResourceRecommendations.list',
      'recommender.computeAddressIdleResourceRecommendations.list',
    ],
  },
  proof: 'the account is enrolled, its recommendations were refreshed lately and read to their end',
  since: '0.1.0',
})
