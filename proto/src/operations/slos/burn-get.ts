import { z } from 'zod'
import { defineOperation } from '../define.ts'

// How fast one SLO burns its budget, by window.
export const slosBurnGet = defineOperation({
  id: 'slos.burn.get',
  title: 'Burn rate of an SLO',
  describe: 'Gives error ratio and burn rate of one SLO over several windows, and the budget that is left.',
  when: ['error budget', 'burn rate', 'SLO status', 'are we burning budget'],
  contract: 1,
  input: z.strictObject({
    id: z.string().min(1).max(256).describe('SLO id, as the backend spells it'),
    windows: z
      .array(z.enum(['5m', '30m', '1h', '2h', '6h', '1d', '3d']))
      .min(1)
      .max(7)
      .default(['1h', '6h', '1d'])
      .describe('Windows to look back over (default: 1h, 6h, 1d)'),
  }),
  output: z.object({
    id: z.string(),
    // 0.999 is 99.9 %; null when the backend does not say.
    objective: z.number().nullable(),
    // A burn rate of 1 spends the budget exactly by the end of the period. Null: no sample for that window.
    windows: z.array(
      z.object({ window: z.string(), error_ratio: z.number().nullable(), burn_rate: z.number().nullable() }),
    ),
    // Share of the period's budget that is left; negative when overspent, null when not recorded.
    budget_left: z.number().nullable(),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { prometheus: ['GET /api/v1/query', 'GET /api/v1/series'], datadog: ['slos_read'] },
  proof: 'never: an SLO without samples is unproven',
  since: '0.1.0',
})
