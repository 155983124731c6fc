import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { maybe } from '../values.ts'
import { labelSet } from './shapes.ts'

// What the backend collects from, and whether the last collection worked.
export const metricsTargetsList = defineOperation({
  id: 'metrics.targets.list',
  title: 'Collection targets',
  describe: 'Lists what the metrics backend collects from, with the health and error of the last collection.',
  when: ['scrape targets', 'target down', 'up == 0', 'exporter unreachable', 'why is a metric missing'],
  contract: 1,
  input: z.strictObject({
    state: z.enum(['up', 'down', 'unknown']).optional().describe('Only targets in this state'),
    limit: limit(100, 2000),
    cursor: cursor(),
  }),
  output: z.object({
    targets: z.array(
      z.object({
        pool: z.string(),
        url: z.string(),
        labels: labelSet,
        state: z.enum(['up', 'down', 'unknown']),
        last_at: z.string().nullable(),
        last_seconds: z.number().nullable(),
        error: maybe.freeText,
        interval: z.string().nullable(),
      }),
    ),
    // Over all targets that the backend listed, whatever `state` was asked.
    counts: z.object({ up: z.number(), down: z.number(), unknown: z.number() }),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    prometheus: ['GET /api/v1/targets'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the server is known to collect by itself and lists other targets',
  since: '0.1.0',
})
