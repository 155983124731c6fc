import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { currency } from './shapes.ts'

// Budgets with what is spent and forecast.
export const costBudgetsList = defineOperation({
  id: 'cost.budgets.list',
  title: 'Budgets',
  describe:
    'Lists budgets with limit, what is spent and forecast of it, period and thresholds; most used first.',
  when: ['are we over budget', 'budget alerts', 'budget used', 'spend limit'],
  contract: 1,
  input: z.strictObject({ match: filter('Text in the name'), limit: limit(50, 200), cursor: cursor() }),
  output: z.object({
    budgets: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        account: maybe.text,
        currency,
        limit: maybe.number,
        period: z.enum(['day', 'month', 'quarter', 'year', 'custom', 'unknown']),
        spent: maybe.number,
        spent_percent: maybe.number,
        forecast: maybe.number,
        thresholds_percent: z.array(z.number()),
        scope: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 21600,
  permissions: { aws: ['budgets:ViewBudget'], gcp: ['billing.budgets.list', 'billing.budgets.get'] },
  proof:
    'the list was read to its end with leave on the billing account; a budget without figures is not under its limit by proof',
  since: '0.1.0',
})
