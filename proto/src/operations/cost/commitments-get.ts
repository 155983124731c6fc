import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { currency, notFinalSince } from './shapes.ts'

// Reservations and savings plans, with how well they are used.
export const costCommitmentsGet = defineOperation({
  id: 'cost.commitments.get',
  title: 'Commitments',
  describe:
    'Gives commitments (reservations, savings plans, committed use) with coverage, use, and when each ends, for a window.',
  when: [
    'savings plan coverage',
    'reserved instances utilization',
    'commitment expires',
    'unused reservations',
  ],
  contract: 1,
  input: z.strictObject({ from: windowFrom(), to: windowTo(), limit: limit(100, 500) }),
  output: z.object({
    currency,
    coverage_ratio: maybe.number,
    utilization_ratio: maybe.number,
    unused_amount: maybe.number,
    on_demand_amount: maybe.number,
    commitments: z.array(
      z.object({
        id: z.string(),
        account: maybe.text,
        kind: z.enum(['savings_plan', 'reservation', 'committed_use', 'unknown']),
        service: maybe.text,
        region: maybe.text,
        state: maybe.text,
        hourly_amount: maybe.number,
        utilization_ratio: maybe.number,
        starts_at: maybe.time,
        ends_at: maybe.time,
        days_left: maybe.number,
      }),
    ),
    not_final_since: notFinalSince,
    total,
  }),
  scope: 'account',
  tier: 'metered_read',
  freshness: 21600,
  permissions: {
    aws: [
      'ce:GetSavingsPlansUtilization',
      'ce:GetSavingsPlansCoverage',
      'ce:GetReservationUtilization',
      'ce:GetReservationCoverage',
      'savingsplans:DescribeSavingsPlans',
      'ec2:DescribeReservedInstances',
    ],
    gcp: [
      'compute.commitments.list',
      'bigquery.jobs.create',
      'bigquery.tables.getData on the billing export',
    ],
  },
  proof: 'the billing view covers the account and every kind of commitment was read to its end',
  window: { defaultSeconds: 30 * DAY, maxSeconds: 92 * DAY },
  since: '0.1.0',
})
