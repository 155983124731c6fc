import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { labelMatch } from '../metrics/shapes.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Where a service spent processor time or memory.
export const profilesQuery = defineOperation({
  id: 'profiles.query',
  title: 'Profile of a service',
  describe:
    'Gives the functions of a service that took most processor time, memory or waiting in a window, from continuous profiles.',
  when: [
    'cpu flame graph',
    'hot functions',
    'memory allocations by function',
    'where is cpu spent',
    'lock contention',
  ],
  contract: 1,
  input: z.strictObject({
    service: wanted('Service name, as the profiler labels it'),
    type: z
      .enum(['cpu', 'wall', 'heap', 'allocations', 'goroutines', 'locks', 'exceptions'])
      .default('cpu')
      .describe('What to look at (default: cpu)'),
    match: labelMatch(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
  }),
  output: z.object({
    service: z.string(),
    type: z.string(),
    unit: z.enum(['nanoseconds', 'bytes', 'count', 'unknown']),
    sum: maybe.number,
    functions: z.array(
      z.object({
        name: z.string(),
        file: maybe.text,
        self: z.number(),
        cumulative: maybe.number,
        self_percent: maybe.number,
      }),
    ),
    profiles: maybe.number,
    total,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: { grafana: ['datasources:query'], datadog: ['continuous_profiler_read'] },
  proof: 'the service sent profiles of that type in the window',
  window: { defaultSeconds: HOUR, maxSeconds: DAY },
  since: '0.1.0',
})
