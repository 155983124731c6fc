import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { databaseRow } from './shapes.ts'

// One managed database with storage, backups, windows and replicas.
export const cloudDatabasesGet = defineOperation({
  id: 'cloud.databases.get',
  title: 'One managed database',
  describe:
    'Gives one managed database with storage and its growth, backups, windows, replicas, groups in front and changes that wait for a restart.',
  when: [
    'rds details',
    'database storage full',
    'pending modifications',
    'failover replica',
    'backup window',
  ],
  contract: 1,
  input: z.strictObject({ id: wanted('Database id or name, as cloud_databases_list gives it') }),
  output: z.object({
    database: databaseRow,
    storage_type: maybe.text,
    storage_limit_bytes: maybe.number,
    iops: maybe.number,
    free_bytes: maybe.number,
    free_measured_at: maybe.time,
    members: z.array(
      z.object({
        id: z.string(),
        role: z.enum(['primary', 'replica', 'member', 'unknown']),
        zone: maybe.text,
        state: maybe.text,
        lag_s: maybe.number,
      }),
    ),
    security_groups: maybe.texts,
    authorized_cidrs: maybe.texts,
    parameter_group: maybe.text,
    parameters_in_sync: maybe.flag,
    pending_changes: maybe.tags,
    backup_retention_days: maybe.number,
    restorable_until: maybe.time,
    backup_window: maybe.text,
    maintenance_window: maybe.text,
    minor_upgrades_automatic: maybe.flag,
    tls_required: maybe.flag,
    monitoring: maybe.texts,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['rds:DescribeDBInstances', 'rds:DescribeDBClusters', 'cloudwatch:GetMetricData'],
    gcp: ['cloudsql.instances.list'],
    magalu: ['dbaas.read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
