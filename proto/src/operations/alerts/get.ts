import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { alertRow, alertRule } from './shapes.ts'

// One alert by its id, with the rule that made it.
export const alertsGet = defineOperation({
  id: 'alerts.get',
  title: 'One alert',
  describe: 'Gives one alert by id (an Alertmanager fingerprint, a monitor id) with the rule that made it.',
  when: ['alert details', 'why did this alert fire', 'alert by id', 'fingerprint'],
  contract: 1,
  input: z.strictObject({
    id: z.string().min(1).max(256).describe('Alert id, as alerts_active_list gives it'),
  }),
  output: z.object({
    // Null only when a half that might have it was not read.
    alert: alertRow.nullable(),
    rule: alertRule.nullable(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    gcp: ['monitoring.alertPolicies.list', 'monitoring.alerts.list'],
    aws: ['cloudwatch:DescribeAlarms'],
    prometheus: ['GET /api/v1/rules'],
    alertmanager: ['GET /api/v2/alerts'],
    datadog: ['monitors_read'],
    pagerduty: ['incidents.read', 'users.read'],
    grafana: ['alert.rules:read', 'alert.instances:read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
