import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Who is told after whom.
export const oncallEscalationsList = defineOperation({
  id: 'oncall.escalations.list',
  title: 'Escalation policies',
  describe:
    'Lists escalation policies with their levels in order: who or which schedule is told, and after how many minutes the next level is.',
  when: ['escalation policy', 'who is paged next', 'escalation chain', 'when does it escalate'],
  contract: 1,
  input: z.strictObject({
    team: filter('Only policies of this team, by name or id'),
    service: filter('Only policies that this service uses, by name or id'),
    contains: filter('Text in the name'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    policies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        team: maybe.text,
        // How often the levels are gone through again when nobody answers.
        repeats: maybe.number,
        services: maybe.texts,
        levels: z.array(
          z.object({
            level: z.number(),
            // Null: the vendor does not say when the next level is told.
            escalates_after_minutes: maybe.number,
            targets: z.array(
              z.object({
                kind: z.enum(['person', 'schedule', 'other']),
                id: z.string(),
                name: maybe.personName,
              }),
            ),
          }),
        ),
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { pagerduty: ['escalation_policies.read', 'users.read'] },
  proof: 'the list was read to its end with a credential that sees all teams',
  sensitive: true,
  since: '0.1.0',
})
