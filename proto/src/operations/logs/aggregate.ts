import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { groupBy, point, stepSeconds } from '../metrics/shapes.ts'
import { DAY, HOUR, maybe, tagSet, total } from '../values.ts'
import { logFilters, rawLogQuery, scannedBytes } from './shapes.ts'

// Counts of log lines by field and time.
export const logsAggregate = defineOperation({
  id: 'logs.aggregate',
  title: 'Counts over log lines',
  describe:
    'Counts log lines of a window, or measures a numeric field, grouped by fields and over time, by filters or a raw query.',
  when: [
    'error rate from logs',
    'count log lines by status',
    'top clients in access logs',
    'how many errors per service',
  ],
  contract: 1,
  input: z.strictObject({
    ...logFilters(),
    query: rawLogQuery(),
    measure: z
      .enum(['count', 'rate', 'sum', 'avg', 'min', 'max', 'p50', 'p95', 'p99', 'distinct'])
      .default('count')
      .describe('What to compute (default: count)'),
    field: filter('Field to measure; needed for all but count and rate'),
    group_by: groupBy(),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
    limit: limit(50, 500),
  }),
  output: z.object({
    measure: z.string(),
    step_seconds: z.number(),
    groups: z.array(
      z.object({
        labels: tagSet,
        // Over the whole window; null when it had no line with the field.
        value: maybe.number,
        points: z.array(point),
      }),
    ),
    scanned_bytes: scannedBytes,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    loki: [
      'GET /loki/api/v1/query_range',
      'GET /loki/api/v1/query',
      'GET /loki/api/v1/labels',
      'GET /loki/api/v1/label/<name>/values',
      'GET /loki/api/v1/detected_fields',
    ],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_index_data'],
    signoz: ['Viewer'],
    aws: ['logs:StartQuery', 'logs:GetQueryResults', 'logs:StopQuery', 'logs:DescribeLogGroups'],
    gcp: ['logging.logEntries.list', 'logging.views.access', 'monitoring.timeSeries.list'],
    elasticsearch: ['index: read'],
  },
  proof:
    'the source exists, received lines in the window without the filter, and all of the window was scanned',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  dialect: { argument: 'query' },
  since: '0.1.0',
})
