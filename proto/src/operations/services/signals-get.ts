import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { windowFrom, windowTo } from '../fields.ts'
import { groupBy, stepSeconds, timeSeries } from '../metrics/shapes.ts'

// The golden signals, in the order in which answers give them.
export const SIGNALS = Object.freeze(['traffic', 'errors', 'latency', 'saturation'] as const)

// Golden signals of one service, found by known instrumentation and translated per backend.
export const servicesSignalsGet = defineOperation({
  id: 'services.signals.get',
  title: 'Golden signals of a service',
  describe:
    'Gives traffic, errors, latency and saturation of one service from the instrumentation that exists, with the native queries that ran.',
  when: [
    'is the service healthy',
    'golden signals',
    'RED metrics',
    'error rate',
    'latency',
    'requests per second',
  ],
  contract: 1,
  input: z.strictObject({
    service: z.string().min(1).max(256).describe('Service name as the backend labels it'),
    signals: z
      .array(z.enum(SIGNALS))
      .min(1)
      .max(4)
      .default([...SIGNALS])
      .describe('Which signals (default: all)'),
    group_by: groupBy(),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
  }),
  output: z.object({
    service: z.string(),
    step_seconds: z.number(),
    signals: z.array(
      z.object({
        signal: z.enum(SIGNALS),
        // The instrumentation convention that was found, e.g. `otel_http_server`.
        preset: z.string(),
        what: z.string(),
        unit: z.enum(['per_second', 'ratio', 'seconds', 'bytes', 'cores', 'count']),
        // The label and value by which the service was found.
        by: z.object({ label: z.string(), value: z.string() }),
        query: z.string(),
        series: z.array(timeSeries),
      }),
    ),
    // Signals that were asked and for which no known instrumentation had series: not the same as zero.
    not_seen: z.array(z.object({ signal: z.enum(SIGNALS), why: z.string(), tried: z.array(z.string()) })),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    grafana: ['datasources:read', 'datasources:query'],
    aws: ['cloudwatch:GetMetricData', 'cloudwatch:ListMetrics'],
    gcp: ['monitoring.timeSeries.list'],
    prometheus: ['GET /api/v1/query_range', 'GET /api/v1/series'],
    datadog: ['metrics_read', 'timeseries_query'],
    tempo: ['GET /api/metrics/query_range'],
    signoz: ['Viewer'],
  },
  proof: 'never: a signal without series is unproven',
  window: { defaultSeconds: 3600, maxSeconds: 7 * 86_400 },
  since: '0.1.0',
})
