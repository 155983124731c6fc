import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// What happened to an incident, entry by entry.
export const incidentsTimelineList = defineOperation({
  id: 'incidents.timeline.list',
  title: 'Timeline of an incident',
  describe:
    'Lists the timeline of one incident: triggers, acknowledgements, escalations, notes and status updates; oldest first.',
  when: ['incident timeline', 'who acknowledged', 'incident notes', 'escalated when', 'status updates'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Incident id, as incidents_list gives it'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    id: z.string(),
    entries: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        kind: z.enum([
          'triggered',
          'acknowledged',
          'assigned',
          'escalated',
          'notified',
          'note',
          'status_update',
          'priority_changed',
          'merged',
          'snoozed',
          'resolved',
          'other',
        ]),
        vendor_kind: maybe.text,
        by: maybe.personName,
        channel: maybe.text,
        text: maybe.freeText,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    pagerduty: ['incidents.read', 'users.read'],
    grafana: ['plugins.app:access plugins:id:grafana-irm-app', 'grafana-irm-app.alert-groups:read'],
  },
  proof: 'the incident exists and its timeline was read to its end',
  sensitive: true,
  since: '0.1.0',
})
