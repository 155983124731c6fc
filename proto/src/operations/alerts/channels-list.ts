import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Where notifications can go, and whether they arrived.
export const alertsChannelsList = defineOperation({
  id: 'alerts.channels.list',
  title: 'Notification channels',
  describe:
    'Lists notification channels or contact points with kind, where they lead, whether they are in use and how the last delivery went.',
  when: [
    'contact points',
    'notification channels',
    'where do alerts go',
    'slack channel of alerts',
    'notifications failing',
  ],
  contract: 1,
  input: z.strictObject({
    kind: filter('Only this kind (slack, pagerduty, email, webhook ...)'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    channels: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.string(),
        target: maybe.userHandle,
        enabled: maybe.flag,
        used_by: maybe.number,
        last_sent_at: maybe.time,
        last_error: maybe.freeText,
        verified: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    grafana: ['alert.notifications:read', 'alert.notifications.receivers:list'],
    datadog: ['monitors_read', 'integrations_read'],
    signoz: ['Admin'],
    gcp: ['monitoring.notificationChannels.list', 'monitoring.alertPolicies.list'],
  },
  proof: 'the list was read to its end; a channel that was never used has no delivery to go by',
  since: '0.1.0',
})
