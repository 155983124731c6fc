import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { sloRow } from './shapes.ts'

// Objectives with where each stands.
export const slosList = defineOperation({
  id: 'slos.list',
  title: 'Service level objectives',
  describe:
    'Lists service level objectives with target, period, what was reached and the budget that is left; worst first.',
  when: ['which slos are breached', 'error budgets', 'slo status', 'objectives of a service'],
  contract: 1,
  input: z.strictObject({
    service: filter('Only objectives of this service'),
    tag: filter('Only objectives with this tag: key, or key:value'),
    state: z.enum(['at_risk', 'breached', 'no_data']).optional().describe('Only objectives in this state'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({ slos: z.array(sloRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    datadog: ['slos_read'],
    grafana: [
      'grafana-slo-app.slo:read',
      'grafana-slo-app.orgpreferences:read',
      'plugins.app:access plugins:id:grafana-slo-app',
    ],
    aws: [
      'application-signals:ListServiceLevelObjectives',
      'application-signals:BatchGetServiceLevelObjectiveBudgetReport',
    ],
    gcp: ['monitoring.services.list', 'monitoring.slos.list', 'monitoring.timeSeries.list'],
  },
  proof: 'the list was read to its end; an objective without data is `no_data`, never met',
  since: '0.1.0',
})
