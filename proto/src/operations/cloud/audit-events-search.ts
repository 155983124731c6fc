import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Who did what to the cloud, as its audit trail recorded it.
export const cloudAuditEventsSearch = defineOperation({
  id: 'cloud.audit_events.search',
  title: 'Cloud audit events',
  describe:
    'Searches the audit trail of a cloud for who created, changed or deleted what in a window, with outcome, source address and error.',
  when: [
    'who changed the firewall',
    'who deleted it',
    'access denied in cloud',
    'console changes',
    'cloudtrail',
  ],
  contract: 1,
  input: z.strictObject({
    actor: filter('Only this user, role or service account; part of the name is enough'),
    resource: filter('Only this resource, by id or name'),
    action: filter('Only this action (AuthorizeSecurityGroupIngress, v1.compute.firewalls.patch)'),
    service: filter('Only this service (ec2, compute.googleapis.com)'),
    writes_only: z
      .boolean()
      .default(true)
      .describe('Only events that change something (default); false adds reads, where the trail has them'),
    failed_only: whether('Only refused or failed calls'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        action: z.string(),
        service: maybe.text,
        actor: maybe.userHandle,
        actor_kind: z.enum(['person', 'role', 'service_account', 'service', 'unknown']),
        ...place,
        resources: z.array(z.object({ id: z.string(), type: maybe.text })),
        outcome: z.enum(['succeeded', 'denied', 'failed', 'unknown']),
        error: maybe.freeText,
        source_address: maybe.clientAddress,
        user_agent: maybe.text,
        write: maybe.flag,
        summary: maybe.freeText,
      }),
    ),
    // Which trails were read; events of kinds that a trail does not record are not in it.
    trails: z.array(z.string()),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['cloudtrail:LookupEvents', 'cloudtrail:DescribeTrails'],
    gcp: ['logging.logEntries.list', 'logging.privateLogEntries.list'],
    magalu: ['evt:event-tr'],
  },
  proof:
    'a trail covers the region, the window and the kind of event, its newest event is younger than the delivery lag, and the search was read to its end',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  sensitive: true,
  since: '0.1.0',
})
