import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Jobs and recovery points of the cloud's backup service.
export const cloudBackupsList = defineOperation({
  id: 'cloud.backups.list',
  title: 'Backup jobs',
  describe:
    "Lists backup jobs and recovery points of the cloud's backup service by resource, with state, age and vault, and protected resources without a recent one.",
  when: ['backup jobs', 'failed backups', 'recovery points', 'aws backup', 'what has no backup'],
  contract: 1,
  input: z.strictObject({
    resource: filter('Only this resource, by id or ARN'),
    failed_only: whether('Only jobs that failed'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    backups: z.array(
      z.object({
        id: z.string(),
        ...place,
        resource: maybe.text,
        resource_type: maybe.text,
        kind: z.enum(['job', 'recovery_point']),
        state: z.enum(['completed', 'running', 'failed', 'expired', 'partial', 'unknown']),
        started_at: maybe.time,
        finished_at: maybe.time,
        size_bytes: maybe.number,
        vault: maybe.text,
        plan: maybe.text,
        locked: maybe.flag,
        expires_at: maybe.time,
        error: maybe.freeText,
      }),
    ),
    // Resources under protection without a completed backup in the window; null when not all were read.
    without: z.array(z.string()).nullable(),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'backup:ListBackupJobs',
      'backup:ListRecoveryPointsByResource',
      'backup:ListProtectedResources',
      'backup:ListBackupVaults',
    ],
    gcp: ['backupdr.backupVaults.list', 'backupdr.dataSources.list', 'backupdr.backups.list'],
  },
  proof:
    'the region is enabled and jobs of the whole window were read to their end; what no plan protects is not in it',
  window: { defaultSeconds: 2 * DAY, maxSeconds: 35 * DAY },
  since: '0.1.0',
})
