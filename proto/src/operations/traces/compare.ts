import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'
import { samplingRatio } from './shapes.ts'

// Where two traces, or the spans of two windows, differ.
export const tracesCompare = defineOperation({
  id: 'traces.compare',
  title: 'Two traces or two windows',
  describe:
    'Compares two traces, or the spans of a service in two windows, operation by operation: what got slower, what is new, what is gone.',
  when: [
    'compare traces',
    'slow versus fast request',
    'before and after the deploy',
    'where is the extra time',
  ],
  contract: 1,
  input: z.strictObject({
    trace_a: filter('First trace id; with trace_b compares two traces'),
    trace_b: filter('Second trace id'),
    service: filter('Service whose spans to compare when no traces are given'),
    environment: filter('Only this environment (prod, staging)'),
    baseline_seconds: z
      .int()
      .min(60)
      .max(31 * DAY)
      .default(DAY)
      .describe('How much earlier the second window lies, in seconds (default: one day)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
  }),
  output: z.object({
    mode: z.enum(['traces', 'windows']),
    operations: z.array(
      z.object({
        service: z.string(),
        operation: z.string(),
        a_ms: maybe.number,
        b_ms: maybe.number,
        change_ms: maybe.number,
        a_count: maybe.number,
        b_count: maybe.number,
        a_error_ratio: maybe.number,
        b_error_ratio: maybe.number,
        only_in: z.enum(['a', 'b']).nullable(),
      }),
    ),
    baseline: z.object({ from: z.string(), to: z.string() }).nullable(),
    sampling_ratio: samplingRatio,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    tempo: ['GET /api/v2/traces/<id>', 'GET /api/metrics/query'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
  },
  proof: 'both sides were read whole; an operation that is missing on a sampled side proves nothing',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
