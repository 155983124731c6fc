import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { alertRow, alertRule } from './shapes.ts'

// One alert rule with the alerts that it has active.
export const alertsRulesGet = defineOperation({
  id: 'alerts.rules.get',
  title: 'One alert rule',
  describe: 'Gives one alert rule or monitor by id with its query, health and active alerts.',
  when: ['rule details', 'monitor definition', 'threshold of an alert'],
  contract: 1,
  input: z.strictObject({
    id: z.string().min(1).max(256).describe('Rule id, as alerts_rules_list gives it'),
  }),
  output: z.object({ rule: alertRule, alerts: z.array(alertRow) }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    gcp: ['monitoring.alertPolicies.list', 'monitoring.alerts.list'],
    aws: ['cloudwatch:DescribeAlarms'],
    prometheus: ['GET /api/v1/rules'],
    datadog: ['monitors_read'],
    sentry: ['alerts:read', 'org:read'],
    grafana: ['alert.rules:read', 'alert.instances:read'],
    signoz: ['Viewer'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
