import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, total } from '../values.ts'
import { samplingRatio, spanErrorRow, spanFilters } from './shapes.ts'

// Errors that spans recorded, folded and counted.
export const tracesErrorsTop = defineOperation({
  id: 'traces.errors.top',
  title: 'Top errors in traces',
  describe:
    'Counts the errors that spans recorded in a window by service, operation and type, with one sample trace of each; most frequent first.',
  when: ['which requests fail', 'top errors of a service', 'failing endpoint', 'exceptions in traces'],
  contract: 1,
  input: z.strictObject({
    ...spanFilters(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 200),
    cursor: cursor(),
  }),
  output: z.object({ errors: z.array(spanErrorRow), sampling_ratio: samplingRatio, total }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    tempo: ['GET /api/metrics/query', 'GET /api/search'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetTraceSummaries', 'xray:BatchGetTraces'],
  },
  proof:
    'the service sent spans in the window and the share that is kept is known; errors among traces that were not kept are not seen',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  sensitive: true,
  since: '0.1.0',
})
