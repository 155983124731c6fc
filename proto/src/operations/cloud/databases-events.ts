import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { place, serviceEvent } from './shapes.ts'

// Failovers, restarts, storage and maintenance of one database.
export const cloudDatabasesEvents = defineOperation({
  id: 'cloud.databases.events',
  title: 'Events of a managed database',
  describe:
    'Lists events of one managed database in a window: failovers, restarts, storage, backups, maintenance; newest first.',
  when: [
    'did the database fail over',
    'rds events',
    'database restarted',
    'storage autoscaling',
    'maintenance happened',
  ],
  contract: 1,
  input: z.strictObject({
    id: filter('Only this database, by id or name'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    events: z.array(z.object({ database: z.string(), ...place, ...serviceEvent.shape })),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 30,
  permissions: {
    aws: ['rds:DescribeEvents'],
    gcp: ['cloudsql.instances.get', 'cloudsql.instances.list', 'logging.logEntries.list'],
  },
  proof: 'the database exists and its events are kept for the whole window (14 days on RDS)',
  window: { defaultSeconds: DAY, maxSeconds: 14 * DAY },
  since: '0.1.0',
})
