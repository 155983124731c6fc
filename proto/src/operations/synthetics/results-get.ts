import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'

// Runs of one synthetic test in a window.
export const syntheticsResultsGet = defineOperation({
  id: 'synthetics.results.get',
  title: 'Results of a synthetic test',
  describe:
    'Gives the runs of one synthetic test in a window with outcome, place, timing and the step that failed; failures first.',
  when: ['why did the synthetic test fail', 'canary results', 'failed steps', 'response time from outside'],
  contract: 1,
  input: z.strictObject({
    test: wanted('Test id or name, as synthetics_tests_list gives it'),
    failed_only: whether('Only failed runs'),
    location: filter('Only runs from this place'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    test: z.string(),
    runs: z.array(
      z.object({
        id: maybe.text,
        at: z.string(),
        location: maybe.text,
        outcome: z.enum(['passed', 'failed', 'not_run', 'unknown']),
        duration_ms: maybe.number,
        status_code: maybe.number,
        failed_step: maybe.text,
        error: maybe.freeText,
        phases: z.array(z.object({ phase: z.string(), duration_ms: z.number() })).nullable(),
        url: maybe.url,
      }),
    ),
    passed: maybe.number,
    failed: maybe.number,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    datadog: ['synthetics_read'],
    aws: ['synthetics:GetCanary', 'synthetics:GetCanaryRuns'],
    grafana: ['grafana-synthetic-monitoring-app.checks:read', 'datasources:query'],
    sentry: ['project:read', 'org:read'],
  },
  proof: 'the test exists and ran in the window; no failed run is good news only when runs were seen',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  since: '0.1.0',
})
