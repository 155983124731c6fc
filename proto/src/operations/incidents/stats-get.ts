import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'

// Numbers of incidents and times to acknowledge and resolve.
export const incidentsStatsGet = defineOperation({
  id: 'incidents.stats.get',
  title: 'Incident statistics',
  describe:
    'Gives incidents of a window by service, team or severity: how many, time to acknowledge and resolve, escalations and interruptions.',
  when: ['mttr', 'noisiest service', 'how many incidents', 'time to acknowledge', 'on-call load'],
  contract: 1,
  input: z.strictObject({
    group_by: z
      .enum(['service', 'team', 'severity', 'none'])
      .default('service')
      .describe('Group (default: service)'),
    severity: filter('Only this severity or urgency'),
    service: filter('Only this service'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
  }),
  output: z.object({
    groups: z.array(
      z.object({
        group: maybe.text,
        incidents: z.number(),
        high_urgency: maybe.number,
        mean_seconds_to_acknowledge: maybe.number,
        mean_seconds_to_resolve: maybe.number,
        escalations: maybe.number,
        interruptions: maybe.number,
        off_hours_interruptions: maybe.number,
        up_time_percent: maybe.number,
      }),
    ),
    // The figures are computed by the vendor in batches; null when it does not say up to when.
    computed_at: maybe.time,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 3600,
  permissions: { pagerduty: ['analytics.read', 'users.read'], datadog: ['incident_read'] },
  proof: 'the figures cover the whole window and the credential sees all teams',
  window: { defaultSeconds: 30 * DAY, maxSeconds: 365 * DAY },
  since: '0.1.0',
})
