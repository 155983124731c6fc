import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Change events that the incident system relates to an incident.
export const incidentsChangesList = defineOperation({
  id: 'incidents.changes.list',
  title: 'Changes near an incident',
  describe:
    'Lists change events that the incident system holds to be related to one incident, with why: recent, same service, or alike.',
  when: [
    'what changed before the incident',
    'related change events',
    'suspicious deploy',
    'change correlation',
  ],
  contract: 1,
  input: z.strictObject({ id: wanted('Incident id, as incidents_list gives it'), limit: limit(50, 200) }),
  output: z.object({
    id: z.string(),
    changes: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        summary: freeText,
        service: maybe.text,
        source: maybe.text,
        because: z.enum(['most_recent', 'related_service', 'intelligent', 'other']),
        links: z.array(z.object({ title: maybe.freeText, url: z.string() })),
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: { pagerduty: ['incidents.read', 'change_events.read', 'services.read', 'users.read'] },
  proof:
    'the incident exists and change events reach the account from its services; what sends none is not seen',
  since: '0.1.0',
})
