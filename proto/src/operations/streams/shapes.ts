import { z } from 'zod'
import { maybe } from '../values.ts'

// States of a consumer group, as brokers report them; `dead` and `empty` have no member.
export const GROUP_STATES = Object.freeze([
  'stable',
  'preparing_rebalance',
  'completing_rebalance',
  'assigning',
  'reconciling',
  'empty',
  'dead',
  'unknown',
] as const)

// How far one group is behind on one partition. Lag is null when nothing was committed: not the same as 0.
export const partitionLag = z.object({
  topic: z.string(),
  partition: z.number(),
  committed: maybe.number,
  end: maybe.number,
  lag: maybe.number,
  member: maybe.text,
})
