import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, instant, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Who is on call now, by schedule and level.
export const oncallCurrentList = defineOperation({
  id: 'oncall.current.list',
  title: 'Who is on call',
  describe: 'Lists who is on call now, by schedule, escalation policy and level, and until when.',
  when: ['who is on call', 'who do I page', 'on-call engineer', 'primary and secondary'],
  contract: 1,
  input: z.strictObject({
    schedule: filter('Only this schedule, by name or id'),
    team: filter('Only schedules of this team, by name or id'),
    service: filter('Only who answers for this service'),
    at: instant('At this time (default: now)').optional(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    on_call: z.array(
      z.object({
        person: z.object({ id: z.string(), name: maybe.personName, url: maybe.url }).nullable(),
        schedule: maybe.text,
        escalation_policy: maybe.text,
        level: maybe.number,
        team: maybe.text,
        from: maybe.time,
        until: maybe.time,
      }),
    ),
    // Schedules in scope for which nobody is on call.
    gaps: z.array(z.string()),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    pagerduty: ['oncalls.read', 'schedules.read', 'users.read', 'escalation_policies.read'],
    grafana: [
      'grafana-irm-app.schedules:read',
      'grafana-irm-app.user-settings:read',
      'plugins.app:access plugins:id:grafana-irm-app',
    ],
    datadog: ['on_call_read', 'teams_read'],
  },
  proof:
    'the schedules were read to their end with a credential that sees all teams; nobody on call is a gap that stands in `gaps`',
  sensitive: true,
  since: '0.1.0',
})
