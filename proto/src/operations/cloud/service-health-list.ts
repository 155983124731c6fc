import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, freeText, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Events of the cloud provider that touch this account.
export const cloudServiceHealthList = defineOperation({
  id: 'cloud.service_health.list',
  title: 'Health of the cloud itself',
  describe:
    'Lists events of the cloud provider in a window: outages, planned changes and notices, with services, regions and what they affect here.',
  when: [
    'is aws down',
    'provider outage',
    'cloud incident',
    'planned maintenance by the provider',
    'service health dashboard',
  ],
  contract: 1,
  input: z.strictObject({
    service: filter('Only this service of the provider'),
    kind: z.enum(['issue', 'planned_change', 'notice']).optional().describe('Only this kind'),
    open_only: whether('Only events that have not ended'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        ...place,
        service: z.string(),
        kind: z.enum(['issue', 'planned_change', 'notice', 'unknown']),
        state: z.enum(['open', 'upcoming', 'closed', 'unknown']),
        title: freeText,
        description: maybe.freeText,
        started_at: maybe.time,
        ended_at: maybe.time,
        updated_at: maybe.time,
        // Resources of this account; null: the vendor does not say which.
        affected: maybe.texts,
        url: maybe.url,
      }),
    ),
    // `account`: what touches this account; `public`: only the public status page, which tells less and later.
    view: z.enum(['account', 'public']),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['health:DescribeEvents', 'health:DescribeEventDetails', 'health:DescribeAffectedEntities'],
    gcp: ['servicehealth.events.list'],
  },
  proof: 'the view of the account was read to its end; the public view proves nothing of this account',
  window: { defaultSeconds: DAY, maxSeconds: 90 * DAY },
  since: '0.1.0',
})
