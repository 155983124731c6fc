import { z } from 'zod'
import { maybe } from '../values.ts'

// One service level objective with where it stands.
export const sloRow = z.object({
  id: z.string(),
  name: z.string(),
  service: maybe.text,
  kind: z.enum(['ratio', 'time_slice', 'monitor', 'threshold', 'unknown']),
  // 0.999 is 99.9 %.
  objective: maybe.number,
  period_days: maybe.number,
  // What was reached over the period, 0 to 1; null is not measured, which is not met.
  attained: maybe.number,
  // Share of the budget that is left; negative when overspent.
  budget_left: maybe.number,
  state: z.enum(['met', 'at_risk', 'breached', 'no_data', 'unknown']),
  tags: maybe.tags,
  url: maybe.url,
})
