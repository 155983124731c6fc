import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, windowFrom, windowTo } from '../fields.ts'
import { groupBy, point, stepSeconds } from '../metrics/shapes.ts'
import { DAY, HOUR, maybe, tagSet, total } from '../values.ts'
import { logFilters } from './shapes.ts'

// How much each source logged over a window, silent ones included.
export const logsVolumeGet = defineOperation({
  id: 'logs.volume.get',
  title: 'Log volume',
  describe:
    'Gives lines or bytes per source over a window with the newest line of each, so that sources that went silent can be seen.',
  when: ['did logging stop', 'silent log stream', 'log volume', 'ingestion gap', 'who logs most'],
  contract: 1,
  input: z.strictObject({
    ...logFilters(),
    group_by: groupBy(),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    unit: z.enum(['lines', 'bytes']),
    step_seconds: z.number(),
    groups: z.array(
      z.object({
        labels: tagSet,
        lines: maybe.number,
        bytes: maybe.number,
        // Null: not told by the backend; a group that logged before and not in the window has `newest_at` before it.
        newest_at: maybe.time,
        points: z.array(point),
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
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
    aws: ['cloudwatch:GetMetricData', 'logs:DescribeLogGroups', 'logs:DescribeLogStreams'],
    gcp: ['monitoring.timeSeries.list'],
  },
  proof: 'never: a source without lines is unproven, since it may have been renamed or never have existed',
  window: { defaultSeconds: 6 * HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
