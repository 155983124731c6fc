import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, tagSet, total } from '../values.ts'
import { SPAN_STATES } from './shapes.ts'

// The spans of one trace.
export const tracesGet = defineOperation({
  id: 'traces.get',
  title: 'One trace',
  describe:
    'Gives the spans of one trace by id, with times, states and attributes, and says how many spans are missing their parent.',
  when: ['trace by id', 'waterfall of a request', 'where was time spent', 'span attributes'],
  contract: 1,
  input: z.strictObject({
    trace_id: z
      .string()
      .regex(/^[0-9A-Za-z-]{1,64}$/, 'must be a trace id')
      .describe('Trace id, as logs or traces_search give it'),
    limit: limit(300, 2000),
  }),
  output: z.object({
    trace_id: z.string(),
    started_at: maybe.time,
    duration_ms: maybe.number,
    services: z.array(z.string()),
    // By start; a cut trace keeps the spans with errors and the longest ones.
    spans: z.array(
      z.object({
        span_id: z.string(),
        parent_id: maybe.text,
        service: z.string(),
        operation: z.string(),
        kind: z.enum(['server', 'client', 'producer', 'consumer', 'internal', 'unknown']),
        offset_ms: z.number(),
        duration_ms: z.number(),
        state: z.enum(SPAN_STATES),
        error: maybe.freeText,
        attributes: tagSet,
      }),
    ),
    // Spans whose parent is not in the trace: a part of it was not recorded or has not arrived.
    orphans: z.number(),
    total,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    tempo: ['GET /api/v2/traces/<id>'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
    aws: ['xray:BatchGetTraces'],
    gcp: ['cloudtrace.traces.get'],
  },
  proof: 'never: an id that is not found may have been sampled out, expired or not have arrived',
  sensitive: true,
  since: '0.1.0',
})
