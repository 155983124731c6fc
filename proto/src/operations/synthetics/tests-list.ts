import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Synthetic checks with where each stands.
export const syntheticsTestsList = defineOperation({
  id: 'synthetics.tests.list',
  title: 'Synthetic tests',
  describe:
    'Lists synthetic tests, canaries or uptime checks with state, places, interval and when each last ran.',
  when: ['synthetic checks failing', 'uptime monitors', 'canaries', 'is the site up from outside'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(['passing', 'failing', 'no_data', 'paused'])
      .optional()
      .describe('Only tests in this state'),
    tag: filter('Only tests with this tag: key, or key:value'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    tests: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum([
          'http',
          'browser',
          'tcp',
          'dns',
          'ssl',
          'icmp',
          'grpc',
          'script',
          'multistep',
          'unknown',
        ]),
        state: z.enum(['passing', 'failing', 'no_data', 'paused', 'unknown']),
        target: maybe.text,
        interval_s: maybe.number,
        locations: maybe.texts,
        failing_locations: maybe.texts,
        last_run_at: maybe.time,
        since: maybe.time,
        uptime_ratio: maybe.number,
        tags: maybe.tags,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    datadog: ['synthetics_read'],
    aws: ['synthetics:DescribeCanaries', 'synthetics:DescribeCanariesLastRun'],
    grafana: [
      'grafana-synthetic-monitoring-app:read',
      'grafana-synthetic-monitoring-app.checks:read',
      'datasources:query',
    ],
    sentry: ['project:read', 'org:read'],
  },
  proof: 'the list was read to its end; a test that did not run lately is `no_data`, never passing',
  since: '0.1.0',
})
