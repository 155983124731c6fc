import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// Adds a note to an incident; a write, so off until the agent's own values switch it on.
export const incidentsNotesAdd = defineOperation({
  id: 'incidents.notes.add',
  title: 'Add a note to an incident',
  describe: 'Adds one note to the timeline of an incident, once a person has approved it.',
  when: ['note on the incident', 'write down a finding', 'update the incident', 'comment on the page'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Incident id, as incidents_list gives it'),
    text: z.string().min(1).max(4000).describe('The note'),
  }),
  output: z.object({
    added: z.boolean().describe('False in a preview'),
    id: z.string(),
    note: maybe.text.describe("The vendor's id of the note"),
    at: maybe.time,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'write',
  freshness: 0,
  permissions: {
    pagerduty: ['incidents.read', 'incidents.write', 'users.read'],
    datadog: ['incident_write'],
    grafana: ['grafana-irm-app.alert-groups:write'],
  },
  proof: 'the vendor confirmed the note',
  since: '0.1.0',
})
