import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { labelSet } from '../metrics/shapes.ts'

// When alerts fired in a window.
export const alertsHistoryList = defineOperation({
  id: 'alerts.history.list',
  title: 'Alert history',
  describe: 'Lists the spans in which alerts were pending or firing in a window, newest first.',
  when: ['when did it fire', 'alert timeline', 'flapping alert', 'past alerts', 'fired last night'],
  contract: 1,
  input: z.strictObject({
    rule: z.string().min(1).max(256).optional().describe('Only this rule or monitor, by name'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    // Starts and ends are exact only to this many seconds.
    precision_seconds: z.number(),
    spans: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['firing', 'pending', 'no_data']),
        severity: z.string().nullable(),
        labels: labelSet,
        // Null: it had already begun when the window opened.
        started_at: z.string().nullable(),
        // Null: it had not ended when the window closed.
        ended_at: z.string().nullable(),
      }),
    ),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    aws: ['cloudwatch:DescribeAlarmHistory'],
    gcp: ['monitoring.alerts.list'],
    prometheus: ['GET /api/v1/query_range', 'GET /api/v1/rules'],
    datadog: ['events_read'],
    pagerduty: ['incidents.read', 'users.read'],
  },
  proof: 'the history is kept for the whole window and the rules were evaluated throughout',
  window: { defaultSeconds: 6 * 3600, maxSeconds: 31 * 86_400 },
  since: '0.1.0',
})
