import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Fields that lines of a source carry.
export const logsFieldsList = defineOperation({
  id: 'logs.fields.list',
  title: 'Fields of logs',
  describe:
    'Lists the fields that log lines of a source carry in a window, with type and whether they can be searched.',
  when: ['which fields in logs', 'what can I filter logs by', 'log schema', 'facets'],
  contract: 1,
  input: z.strictObject({
    source: filter('Only this stream, index or log group, as logs_sources_list gives it'),
    service: filter('Only lines of this service'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
  }),
  output: z.object({
    fields: z.array(
      z.object({
        name: z.string(),
        type: maybe.text,
        indexed: maybe.flag,
        cardinality: maybe.number,
        share_of_lines: maybe.number,
      }),
    ),
    // Lines that were looked at, where fields are found by looking; null where the backend keeps a list.
    lines_read: maybe.number,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    loki: [
      'GET /loki/api/v1/labels',
      'GET /loki/api/v1/label/<name>/values',
      'GET /loki/api/v1/detected_fields',
    ],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_config'],
    signoz: ['Viewer'],
    aws: ['logs:GetLogGroupFields', 'logs:DescribeFieldIndexes'],
    elasticsearch: ['index: view_index_metadata'],
  },
  proof: 'the source exists and held lines in the window; fields found in a sample are not all fields',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
