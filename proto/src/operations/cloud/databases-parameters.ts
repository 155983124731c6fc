import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Parameters that are not the engine's default.
export const cloudDatabasesParameters = defineOperation({
  id: 'cloud.databases.parameters',
  title: 'Parameters of a managed database',
  describe:
    'Lists parameters of one managed database that differ from the default, or those named, and whether a restart is due.',
  when: [
    'parameter group',
    'database flags',
    'max_connections on rds',
    'changed parameters',
    'reboot pending',
  ],
  contract: 1,
  input: z.strictObject({
    id: wanted('Database id or name, as cloud_databases_list gives it'),
    names: z
      .array(z.string().min(1).max(128))
      .max(50)
      .default([])
      .describe('Only these parameters (default: those that are not the default)'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    database: z.string(),
    group: maybe.text,
    in_sync: maybe.flag,
    parameters: z.array(
      z.object({
        name: z.string(),
        value: maybe.text,
        default: maybe.text,
        source: maybe.text,
        applies: z.enum(['now', 'restart', 'unknown']),
        pending: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['rds:DescribeDBInstances', 'rds:DescribeDBParameters', 'rds:DescribeDBClusterParameters'],
    gcp: ['cloudsql.instances.list'],
    magalu: ['dbaas.read'],
  },
  proof: 'the database exists and its parameters were read to their end',
  since: '0.1.0',
})
