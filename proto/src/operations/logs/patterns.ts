import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { logFilters, logPattern } from './shapes.ts'

// Log lines of a window folded into templates.
export const logsPatterns = defineOperation({
  id: 'logs.patterns',
  title: 'Log patterns',
  describe:
    'Folds log lines of a window into templates with count, first, last and one sample, and marks those not seen in the window before.',
  when: [
    'what kinds of errors',
    'new log messages',
    'log templates',
    'most frequent messages',
    'noise in logs',
  ],
  contract: 1,
  input: z.strictObject({
    ...logFilters(),
    new_only: whether('Only templates that the time before the window did not have'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
  }),
  output: z.object({
    patterns: z.array(logPattern),
    // Lines that were looked at; templates of a sample are not all templates.
    lines_read: maybe.number,
    lines_total: maybe.number,
    baseline: z.object({ from: z.string(), to: z.string() }).nullable(),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    loki: ['GET /loki/api/v1/patterns', 'GET /loki/api/v1/labels', 'GET /loki/api/v1/label/<name>/values'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_index_data'],
    aws: ['logs:StartQuery', 'logs:GetQueryResults', 'logs:StopQuery', 'logs:DescribeLogGroups'],
  },
  proof: 'the source exists, received lines in the window without the filter, and all of them were folded',
  window: { defaultSeconds: HOUR, maxSeconds: 2 * DAY },
  sensitive: true,
  since: '0.1.0',
})
