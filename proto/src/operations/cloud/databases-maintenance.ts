import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// What waits to be applied, and when.
export const cloudDatabasesMaintenance = defineOperation({
  id: 'cloud.databases.maintenance',
  title: 'Maintenance of managed databases',
  describe:
    'Lists maintenance that waits for managed databases: patches, certificate rotations, version ends, with dates and whether each is forced.',
  when: [
    'pending maintenance',
    'forced upgrade',
    'rds certificate rotation',
    'end of life engine',
    'maintenance window',
  ],
  contract: 1,
  input: z.strictObject({
    id: filter('Only this database, by id or name'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    actions: z.array(
      z.object({
        ...place,
        database: z.string(),
        action: z.string(),
        description: maybe.freeText,
        scheduled_at: maybe.time,
        forced_after: maybe.time,
        opted_in: maybe.flag,
        current_version: maybe.text,
        target_version: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'rds:DescribePendingMaintenanceActions',
      'rds:DescribeDBInstances',
      'rds:DescribeDBMajorEngineVersions',
    ],
    gcp: ['cloudsql.instances.list', 'cloudsql.instances.get'],
  },
  proof: 'the databases were read to their end and the vendor lists what waits for each',
  since: '0.1.0',
})
