import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { sloRow } from './shapes.ts'

// One objective with its definition and recent attainment.
export const slosGet = defineOperation({
  id: 'slos.get',
  title: 'One service level objective',
  describe:
    'Gives one service level objective with its query or monitors, targets per period, what was reached and the alerts on its budget.',
  when: ['slo definition', 'what does this slo measure', 'slo details', 'target of an objective'],
  contract: 1,
  input: z.strictObject({ id: wanted('SLO id, as slos_list gives it') }),
  output: z.object({
    slo: sloRow,
    description: maybe.freeText,
    good_query: maybe.text,
    total_query: maybe.text,
    monitors: maybe.texts,
    periods: z.array(
      z.object({
        days: z.number(),
        objective: maybe.number,
        attained: maybe.number,
        budget_left: maybe.number,
      }),
    ),
    alerts: z.array(z.object({ id: z.string(), name: z.string(), burn_rate: maybe.number })).nullable(),
    corrections: maybe.number,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    datadog: ['slos_read'],
    grafana: ['grafana-slo-app.slo:read', 'plugins.app:access plugins:id:grafana-slo-app'],
    aws: [
      'application-signals:GetServiceLevelObjective',
      'application-signals:BatchGetServiceLevelObjectiveBudgetReport',
    ],
    gcp: ['monitoring.slos.get', 'monitoring.timeSeries.list'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
