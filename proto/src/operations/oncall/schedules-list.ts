import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Schedules with their teams and policies.
export const oncallSchedulesList = defineOperation({
  id: 'oncall.schedules.list',
  title: 'On-call schedules',
  describe: 'Lists on-call schedules with team, time zone, the policies that use them and the next handover.',
  when: ['on-call schedules', 'rotation', 'when is the handover', 'which schedule covers this team'],
  contract: 1,
  input: z.strictObject({
    team: filter('Only schedules of this team, by name or id'),
    contains: filter('Text in the name'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    schedules: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        team: maybe.text,
        timezone: maybe.text,
        escalation_policies: maybe.texts,
        next_handover_at: maybe.time,
        people: maybe.number,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: {
    pagerduty: ['schedules.read', 'escalation_policies.read', 'users.read'],
    grafana: [
      'grafana-irm-app.schedules:read',
      'grafana-irm-app.user-settings:read',
      'plugins.app:access plugins:id:grafana-irm-app',
    ],
    datadog: ['on_call_read'],
  },
  proof: 'the list was read to its end with a credential that sees all teams',
  since: '0.1.0',
})
