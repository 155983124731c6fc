import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Streams, indexes or log groups that hold logs.
export const logsSourcesList = defineOperation({
  id: 'logs.sources.list',
  title: 'Log sources',
  describe:
    'Lists where logs are kept: streams, indexes, buckets or log groups, with retention and the newest line of each.',
  when: ['which log groups', 'log indexes', 'where are the logs', 'retention of logs', 'streams'],
  contract: 1,
  input: z.strictObject({
    match: filter('Text in the name, upper and lower case alike'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['stream', 'index', 'log_group', 'bucket', 'dataset', 'unknown']),
        labels: maybe.tags,
        retention_days: maybe.number,
        size_bytes: maybe.number,
        newest_at: maybe.time,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    loki: ['GET /loki/api/v1/series'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_config', 'logs_read_data'],
    aws: ['logs:DescribeLogGroups', 'logs:DescribeLogStreams'],
    gcp: ['logging.logs.list'],
    elasticsearch: ['index: view_index_metadata', 'cluster: monitor'],
  },
  proof: 'the list was read to its end with a credential that sees every index or group',
  since: '0.1.0',
})
