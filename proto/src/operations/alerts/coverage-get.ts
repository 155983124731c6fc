import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter } from '../fields.ts'
import { maybe } from '../values.ts'

// Which rules watch a service or host, and which signals nothing watches.
export const alertsCoverageGet = defineOperation({
  id: 'alerts.coverage.get',
  title: 'Alerts that watch a service',
  describe:
    'Tells which alert rules watch a service or host, by signal, whether they are evaluated and who is told, and which signals no rule watches.',
  when: [
    'is there an alert for this service',
    'alert coverage',
    'unmonitored service',
    'would we have been paged',
  ],
  contract: 1,
  input: z.strictObject({
    service: filter('Service to look at; give this or host'),
    host: filter('Host to look at; give this or service'),
  }),
  output: z.object({
    subject: z.string(),
    signals: z.array(
      z.object({
        signal: z.enum(['traffic', 'errors', 'latency', 'saturation', 'availability', 'other']),
        covered: maybe.flag,
        rules: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            health: z.enum(['ok', 'error', 'no_data', 'paused', 'unknown']),
            notifies: maybe.texts,
          }),
        ),
      }),
    ),
    // Rules that were looked at; a rule without labels for a service matches none by name.
    rules_read: z.number(),
    rules_unmatched: maybe.number,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    datadog: ['monitors_read'],
    grafana: ['alert.rules:read', 'alert.notifications:read', 'folders:read'],
  },
  proof:
    'the rule list was read whole and the service is known to the backend; a rule in error or without data covers nothing',
  since: '0.1.0',
})
