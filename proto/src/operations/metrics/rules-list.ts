import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { maybe } from '../values.ts'
import { labelSet } from './shapes.ts'

// Recording and alerting rules with the health of their last evaluation.
export const metricsRulesList = defineOperation({
  id: 'metrics.rules.list',
  title: 'Rules of the metrics backend',
  describe:
    'Lists recording and alerting rules with their query, state and the health of the last evaluation.',
  when: ['recording rules', 'rule evaluation failed', 'what computes this metric', 'broken rule'],
  contract: 1,
  input: z.strictObject({
    type: z.enum(['recording', 'alerting']).optional().describe('Only rules of this type'),
    state: z.enum(['firing', 'pending', 'inactive']).optional().describe('Only alerting rules in this state'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    rules: z.array(
      z.object({
        group: z.string(),
        file: z.string().nullable(),
        name: z.string(),
        type: z.enum(['recording', 'alerting']),
        query: z.string(),
        state: z.enum(['firing', 'pending', 'inactive', 'unknown']).nullable(),
        health: z.enum(['ok', 'error', 'unknown']),
        error: maybe.freeText,
        labels: labelSet,
        evaluated_at: z.string().nullable(),
      }),
    ),
    total: z.number(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    prometheus: ['GET /api/v1/rules'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the server is known to evaluate rules by itself and all of its rules were read',
  since: '0.1.0',
})
