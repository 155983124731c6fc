import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { incidentRow } from './shapes.ts'

// Incidents that the vendor holds to be related or alike.
export const incidentsRelatedList = defineOperation({
  id: 'incidents.related.list',
  title: 'Related incidents',
  describe:
    'Lists incidents that the incident system holds to be related to one, or alike in the past, with why it thinks so.',
  when: ['seen before', 'similar incidents', 'related incidents', 'how was it resolved last time'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Incident id, as incidents_list gives it'),
    past: z
      .boolean()
      .default(true)
      .describe('Also resolved ones that look alike (default); false gives only open ones'),
    limit: limit(20, 100),
  }),
  output: z.object({
    incidents: z.array(
      z.object({
        incident: incidentRow,
        relation: z.enum(['same_time', 'same_service', 'similar_past', 'other']),
        score: maybe.number,
        because: maybe.freeText,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { pagerduty: ['incidents.read', 'users.read'] },
  proof:
    'the incident exists, the account has the feature and the vendor answered that it knows none; its likeness is a guess either way',
  since: '0.1.0',
})
