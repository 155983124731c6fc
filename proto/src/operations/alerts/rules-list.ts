import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { alertRule } from './shapes.ts'

// Alerting rules or monitors, with whether they are really evaluated.
export const alertsRulesList = defineOperation({
  id: 'alerts.rules.list',
  title: 'Alert rules',
  describe: 'Lists alert rules or monitors with query, state and whether they are evaluated without error.',
  when: ['alert rules', 'monitors', 'is there an alert for', 'rules in error', 'no data monitors'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(['firing', 'pending', 'inactive', 'no_data'])
      .optional()
      .describe('Only rules in this state'),
    folder: z.string().min(1).max(256).optional().describe('Only this folder, file or group, exact'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    rules: z.array(alertRule),
    total: z.number(),
    // Rules of the whole list that are not evaluated well, whatever filter was asked.
    unhealthy: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    gcp: ['monitoring.alertPolicies.list', 'monitoring.alerts.list'],
    aws: ['cloudwatch:DescribeAlarms'],
    prometheus: ['GET /api/v1/rules'],
    datadog: ['monitors_read'],
    sentry: ['alerts:read', 'org:read'],
    grafana: ['alert.rules:read'],
    signoz: ['Viewer'],
  },
  proof: 'the rule list was read whole and the server is known to evaluate rules by itself',
  since: '0.1.0',
})
