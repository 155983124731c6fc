import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { costFilters, currency, notFinalSince } from './shapes.ts'

// What grew and what shrank between two periods.
export const costCompare = defineOperation({
  id: 'cost.compare',
  title: 'Cost of two periods',
  describe:
    'Compares what was spent in a period with an earlier one of the same length, group by group; largest change first.',
  when: ['why did the bill grow', 'cost increase', 'month over month', 'what got more expensive'],
  contract: 1,
  input: z.strictObject({
    ...costFilters(),
    from: windowFrom(),
    to: windowTo(),
    baseline_days: z
      .int()
      .min(1)
      .max(400)
      .optional()
      .describe('How many days earlier the other period lies (default: the length of the period)'),
    limit: limit(50, 500),
  }),
  output: z.object({
    currency,
    period: z.object({ from: z.string(), to: z.string(), amount: z.number() }),
    baseline: z.object({ from: z.string(), to: z.string(), amount: z.number() }),
    groups: z.array(
      z.object({
        group: maybe.text,
        amount: z.number(),
        before: z.number(),
        change: z.number(),
        change_percent: maybe.number,
        is_new: z.boolean(),
        is_gone: z.boolean(),
      }),
    ),
    not_final_since: notFinalSince,
    total,
  }),
  scope: 'account',
  tier: 'metered_read',
  freshness: 21600,
  permissions: {
    aws: ['ce:GetCostAndUsage'],
    gcp: ['bigquery.jobs.create', 'bigquery.tables.getData on the billing export'],
  },
  proof:
    'the bill is final for both periods, or says from when it is not; a fall at the end of an open period proves no saving',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 92 * DAY },
  since: '0.1.0',
})
