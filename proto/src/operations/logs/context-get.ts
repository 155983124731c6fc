import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, instant, wanted } from '../fields.ts'
import { logLine } from './shapes.ts'

// What was logged just before and after one line.
export const logsContextGet = defineOperation({
  id: 'logs.context.get',
  title: 'Lines around a line',
  describe: 'Gives the lines of the same source just before and after one line of a log.',
  when: ['what happened just before', 'surrounding log lines', 'log context', 'lines after the error'],
  contract: 1,
  input: z.strictObject({
    source: wanted('Stream, index or log group of the line'),
    at: instant('Time of the line'),
    id: filter('Id of the line, as logs_search gives it'),
    before: z.int().min(0).max(200).default(20).describe('Lines before (default 20)'),
    after: z.int().min(0).max(200).default(20).describe('Lines after (default 20)'),
  }),
  output: z.object({ before: z.array(logLine), line: logLine.nullable(), after: z.array(logLine) }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    loki: ['GET /loki/api/v1/query_range'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_index_data'],
    signoz: ['Viewer'],
    aws: ['logs:GetLogEvents', 'logs:FilterLogEvents'],
    gcp: ['logging.logEntries.list', 'logging.views.access'],
  },
  proof: 'the source exists and holds lines at or before the time asked for',
  sensitive: true,
  since: '0.1.0',
})
