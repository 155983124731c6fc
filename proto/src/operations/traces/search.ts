import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { rawSpanQuery, SPAN_STATES, samplingRatio, spanFilters } from './shapes.ts'

// Traces by structured filters or a raw query.
export const tracesSearch = defineOperation({
  id: 'traces.search',
  title: 'Traces',
  describe:
    'Searches traces of a window by service, operation, duration, error and attributes, or by a raw query; gives one row per trace, not its spans.',
  when: ['slow requests', 'find a trace', 'failed requests', 'traces of an endpoint', 'trace by attribute'],
  contract: 1,
  input: z.strictObject({
    query: rawSpanQuery(),
    ...spanFilters(),
    min_duration_ms: z.int().min(0).max(86_400_000).optional().describe('Only traces at least this long'),
    max_duration_ms: z.int().min(0).max(86_400_000).optional().describe('Only traces at most this long'),
    error: z.boolean().optional().describe('Only traces with an error, or only those without'),
    sort: z.enum(['newest', 'longest']).default('newest').describe('Order (default: newest)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(20, 200),
    cursor: cursor(),
  }),
  output: z.object({
    traces: z.array(
      z.object({
        trace_id: z.string(),
        root_service: maybe.text,
        root_operation: maybe.text,
        started_at: z.string(),
        duration_ms: maybe.number,
        spans: maybe.number,
        errors: maybe.number,
        services: maybe.texts,
        state: z.enum(SPAN_STATES),
        status_code: maybe.text,
        url: maybe.url,
      }),
    ),
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    tempo: ['GET /api/search'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:GetTraceSummaries'],
    gcp: ['cloudtrace.traces.list'],
  },
  proof:
    'the service sent spans in the window, the search was not cut and the share of traces that is kept is known',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  dialect: { argument: 'query' },
  sensitive: true,
  since: '0.1.0',
})
