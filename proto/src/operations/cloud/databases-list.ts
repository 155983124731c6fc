import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { databaseRow, tagFilter } from './shapes.ts'

// Managed database instances and clusters.
export const cloudDatabasesList = defineOperation({
  id: 'cloud.databases.list',
  title: 'Managed databases',
  describe:
    'Lists managed databases with engine, version, size, state, replicas and whether they can be reached from the internet.',
  when: ['managed databases', 'rds instances', 'cloud sql', 'which databases do we run', 'public database'],
  contract: 1,
  input: z.strictObject({
    engine: filter('Only this engine (postgres, mysql, sqlserver ...)'),
    tag: tagFilter(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ databases: z.array(databaseRow), total }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['rds:DescribeDBInstances', 'rds:DescribeDBClusters', 'rds:ListTagsForResource'],
    gcp: ['cloudsql.instances.list', 'alloydb.instances.list'],
    magalu: ['dbaas.read'],
  },
  proof: 'the account is proved, the region is enabled and every database service in it was read to its end',
  since: '0.1.0',
})
