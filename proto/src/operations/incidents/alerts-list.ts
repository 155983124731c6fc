import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { freeText, maybe, tagSet, total } from '../values.ts'

// Alerts that were folded into an incident.
export const incidentsAlertsList = defineOperation({
  id: 'incidents.alerts.list',
  title: 'Alerts of an incident',
  describe: 'Lists the alerts that make up one incident with state, severity, source and times.',
  when: ['which alerts caused the incident', 'alerts grouped', 'what paged', 'signals of an incident'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Incident id, as incidents_list gives it'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    id: z.string(),
    alerts: z.array(
      z.object({
        id: z.string(),
        title: freeText,
        state: z.enum(['triggered', 'acknowledged', 'resolved', 'unknown']),
        severity: maybe.text,
        service: maybe.text,
        source: maybe.text,
        dedup_key: maybe.text,
        created_at: z.string(),
        resolved_at: maybe.time,
        details: tagSet,
        url: maybe.url,
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
  proof: 'the incident exists and its alerts were read to their end',
  since: '0.1.0',
})
