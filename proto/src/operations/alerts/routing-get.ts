import { z } from 'zod'
import { defineOperation } from '../define.ts'

// Who is told of what: routes from top to bottom and the receivers.
export const alertsRoutingGet = defineOperation({
  id: 'alerts.routing.get',
  title: 'Alert routing',
  describe: 'Gives the notification routes from top to bottom, their grouping and timing, and the receivers.',
  when: ['who gets paged', 'notification policy', 'receivers', 'alert routing', 'why no notification'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    // In the order in which they are tried; `depth` 0 is the root and `parent` an index of this list.
    routes: z.array(
      z.object({
        depth: z.number(),
        parent: z.number().nullable(),
        receiver: z.string().nullable(),
        matchers: z.array(z.string()),
        continue: z.boolean(),
        group_by: z.array(z.string()),
        group_wait: z.string().nullable(),
        group_interval: z.string().nullable(),
        repeat_interval: z.string().nullable(),
        mute_times: z.array(z.string()),
      }),
    ),
    // Kinds are integrations such as `webhook`, `pagerduty`, `slack`; a receiver without one tells nobody.
    receivers: z.array(z.object({ name: z.string(), kinds: z.array(z.string()) })),
    inhibitions: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    alertmanager: ['GET /api/v2/status'],
    pagerduty: ['services.read', 'escalation_policies.read', 'users.read'],
    grafana: ['alert.notifications:read'],
  },
  proof: 'never: a router always has a root route',
  since: '0.1.0',
})
