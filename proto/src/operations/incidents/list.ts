import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { incidentRow } from './shapes.ts'

// Incidents that were open in a window.
export const incidentsList = defineOperation({
  id: 'incidents.list',
  title: 'Incidents',
  describe:
    'Lists incidents that were opened or still open in a window with state, severity, services and times; newest first.',
  when: ['open incidents', 'what is on fire', 'incidents last night', 'past outages', 'sev1'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(['triggered', 'acknowledged', 'resolved'])
      .optional()
      .describe('Only incidents in this state'),
    severity: filter('Only this severity or priority, as the vendor spells it (P1, SEV-2)'),
    service: filter('Only incidents of this service, by name or id'),
    team: filter('Only incidents of this team, by name or id'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({ incidents: z.array(incidentRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    pagerduty: ['incidents.read', 'services.read', 'users.read'],
    datadog: ['incident_read'],
    grafana: ['plugins.app:access plugins:id:grafana-irm-app', 'grafana-irm-app.incidents:read'],
  },
  proof: 'the list was read to its end with a credential that sees all teams',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 180 * DAY },
  since: '0.1.0',
})
