import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { ALERT_STATES, alertRow } from './shapes.ts'

// Alerts that are active now, silenced and pending ones included and marked.
export const alertsActiveList = defineOperation({
  id: 'alerts.active.list',
  title: 'Active alerts',
  describe: 'Lists alerts that are firing, pending, silenced or inhibited now, with who is told.',
  when: ['what is firing', 'active alerts', 'what is broken now', 'on-call page', 'triggered monitors'],
  contract: 1,
  input: z.strictObject({
    severity: z.string().min(1).max(64).optional().describe('Only this severity, exact'),
    service: z.string().min(1).max(256).optional().describe('Only alerts labelled with this service'),
    state: z.enum(ALERT_STATES).optional().describe('Only alerts in this state'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ alerts: z.array(alertRow), source: z.array(z.string()), total: z.number() }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    gcp: ['monitoring.alertPolicies.list', 'monitoring.alerts.list'],
    aws: ['cloudwatch:DescribeAlarms'],
    prometheus: ['GET /api/v1/alerts', 'GET /api/v1/rules'],
    alertmanager: ['GET /api/v2/alerts'],
    datadog: ['monitors_read'],
    sentry: ['alerts:read', 'org:read'],
    grafana: ['alert.rules:read', 'alert.instances:read'],
    signoz: ['Viewer'],
  },
  proof: 'the alert list was read whole and the evaluator has rules, all of them healthy',
  since: '0.1.0',
})
