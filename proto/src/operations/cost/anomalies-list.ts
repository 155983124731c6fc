import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { currency } from './shapes.ts'

// Spending that the vendor holds to be unusual.
export const costAnomaliesList = defineOperation({
  id: 'cost.anomalies.list',
  title: 'Cost anomalies',
  describe:
    'Lists spending that the vendor holds to be unusual in a window, with service, impact and what grew most.',
  when: ['cost spike', 'unexpected spend', 'cost anomaly', 'bill jumped'],
  contract: 1,
  input: z.strictObject({
    service: filter('Only this service, as the bill names it'),
    min_impact: z
      .number()
      .min(0)
      .optional()
      .describe("Only anomalies of at least this amount, in the bill's currency"),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
  }),
  output: z.object({
    currency,
    anomalies: z.array(
      z.object({
        id: z.string(),
        account: maybe.text,
        service: maybe.text,
        region: maybe.text,
        started_at: z.string(),
        ended_at: maybe.time,
        impact: z.number(),
        expected: maybe.number,
        actual: maybe.number,
        causes: z.array(z.object({ kind: z.string(), value: z.string(), impact: maybe.number })),
        reviewed: maybe.flag,
        url: maybe.url,
      }),
    ),
    // Monitors that look for them; null: not told. Without one nothing is ever found.
    monitors: maybe.number,
    total,
  }),
  scope: 'account',
  tier: 'metered_read',
  freshness: 21600,
  permissions: { aws: ['ce:GetAnomalies', 'ce:GetAnomalyMonitors'], gcp: ['billing.anomalies.list'] },
  proof:
    'a monitor covers the account and the window, is older than its learning time, and the list was read to its end',
  window: { defaultSeconds: 30 * DAY, maxSeconds: 90 * DAY },
  since: '0.1.0',
})
