import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { costFilters, currency, notFinalSince } from './shapes.ts'

// What was spent, divided and over time.
export const costQuery = defineOperation({
  id: 'cost.query',
  title: 'Cloud cost',
  describe:
    'Gives what was spent in a period, divided by service, account, region or tag, by day or month. Some vendors charge for the question (AWS: 0.01 USD).',
  when: ['cloud bill', 'cost by service', 'how much did we spend', 'daily cost', 'cost of a team'],
  contract: 1,
  input: z.strictObject({
    ...costFilters(),
    granularity: z.enum(['day', 'month', 'total']).default('day').describe('Step (default: day)'),
    cost: z
      .enum(['amortized', 'billed', 'list'])
      .default('amortized')
      .describe(
        'Kind of cost: amortized spreads commitments (default), billed as invoiced, list before discounts',
      ),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
  }),
  output: z.object({
    currency,
    cost: z.string(),
    amount: z.number(),
    groups: z.array(
      z.object({
        group: maybe.text,
        amount: z.number(),
        share: maybe.number,
        points: z.array(z.object({ from: z.string(), amount: z.number() })),
      }),
    ),
    // What the groups beyond the limit sum up to.
    rest: maybe.number,
    not_final_since: notFinalSince,
    total,
  }),
  scope: 'account',
  tier: 'metered_read',
  freshness: 21600,
  permissions: {
    aws: ['ce:GetCostAndUsage', 'ce:GetDimensionValues', 'ce:GetTags'],
    gcp: ['bigquery.jobs.create', 'bigquery.tables.getData on the billing export'],
    datadog: ['cloud_cost_management_read', 'timeseries_query'],
  },
  proof:
    'the bill is final for the period, or says from when it is not, and the filter names services or tags that it knows',
  window: { defaultSeconds: 14 * DAY, maxSeconds: 400 * DAY },
  since: '0.1.0',
})
