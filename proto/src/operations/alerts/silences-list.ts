import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// Silences, downtimes or mutes.
export const alertsSilencesList = defineOperation({
  id: 'alerts.silences.list',
  title: 'Silences',
  describe: 'Lists silences, downtimes or mutes with what they match, until when and why.',
  when: ['silences', 'muted alerts', 'downtime', 'maintenance window', 'why was nobody paged'],
  contract: 1,
  input: z.strictObject({
    active: z.boolean().default(true).describe('Only those in force now (default); false gives all'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    silences: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['active', 'pending', 'expired', 'unknown']),
        matchers: z.array(
          z.object({ label: z.string(), op: z.enum(['=', '!=', '=~', '!~']), value: z.string() }),
        ),
        starts_at: z.string().nullable(),
        ends_at: z.string().nullable(),
        created_by: maybe.userHandle,
        comment: freeText,
      }),
    ),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    alertmanager: ['GET /api/v2/silences'],
    datadog: ['monitors_downtime'],
    grafana: ['alert.instances:read'],
  },
  proof: 'the silence list was read whole',
  since: '0.1.0',
})
