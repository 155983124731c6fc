import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Backups with age and state, and databases that have none.
export const cloudDatabasesBackups = defineOperation({
  id: 'cloud.databases.backups',
  title: 'Backups of managed databases',
  describe:
    'Lists backups of managed databases with age, state, size and retention, up to when each can be restored, and databases without a good one.',
  when: [
    'latest backup',
    'database without backup',
    'failed backup',
    'point in time recovery',
    'restore point',
  ],
  contract: 1,
  input: z.strictObject({
    id: filter('Only this database, by id or name'),
    failed_only: whether('Only backups that failed'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    backups: z.array(
      z.object({
        id: z.string(),
        ...place,
        database: z.string(),
        kind: z.enum(['automatic', 'manual', 'continuous', 'unknown']),
        state: z.enum(['completed', 'running', 'failed', 'unknown']),
        started_at: maybe.time,
        finished_at: maybe.time,
        size_bytes: maybe.number,
        encrypted: maybe.flag,
        expires_at: maybe.time,
        error: maybe.freeText,
      }),
    ),
    restorable: z.array(z.object({ database: z.string(), from: maybe.time, until: maybe.time })),
    // Databases for which no completed backup was seen; null when not all were read.
    without: z.array(z.string()).nullable(),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'rds:DescribeDBInstances',
      'rds:DescribeDBClusters',
      'rds:DescribeDBSnapshots',
      'rds:DescribeDBClusterSnapshots',
      'rds:DescribeDBInstanceAutomatedBackups',
    ],
    gcp: ['cloudsql.backupRuns.list'],
    magalu: ['dbaas.read'],
  },
  proof:
    'the databases and their backups were read to their end; copies that other services keep are read by cloud_backups_list',
  since: '0.1.0',
})
