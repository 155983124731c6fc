import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { logFilters, logLine, logPattern, rawLogQuery, scannedBytes } from './shapes.ts'

// Lines of logs by structured filters or a raw query.
export const logsSearch = defineOperation({
  id: 'logs.search',
  title: 'Log lines',
  describe:
    'Searches log lines of a window by service, workload, severity, text or trace, translated to each backend, or by a raw query; newest first.',
  when: [
    'error logs',
    'grep production logs',
    'what does the service log',
    'logs of a trace',
    'log lines around the crash',
  ],
  contract: 1,
  input: z.strictObject({
    ...logFilters(),
    query: rawLogQuery(),
    order: z.enum(['newest', 'oldest']).default('newest').describe('Order (default: newest)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    lines: z.array(logLine),
    // Templates of the lines that were read, which may be more than those given; null when they were not folded.
    patterns: z.array(logPattern).nullable(),
    lines_read: maybe.number,
    // Sources that were searched, so that a missing one can be seen.
    searched: z.array(z.string()),
    scanned_bytes: scannedBytes,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 5,
  permissions: {
    loki: [
      'GET /loki/api/v1/query_range',
      'GET /loki/api/v1/query',
      'GET /loki/api/v1/labels',
      'GET /loki/api/v1/label/<name>/values',
    ],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_index_data'],
    signoz: ['Viewer'],
    aws: [
      'logs:FilterLogEvents',
      'logs:StartQuery',
      'logs:GetQueryResults',
      'logs:StopQuery',
      'logs:DescribeLogGroups',
      'logs:DescribeLogStreams',
    ],
    gcp: ['logging.logEntries.list'],
    elasticsearch: ['index: read', 'index: view_index_metadata'],
  },
  proof: 'the source exists, received lines in the window without the filter, and the result was not cut',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  dialect: { argument: 'query' },
  sensitive: true,
  since: '0.1.0',
})
