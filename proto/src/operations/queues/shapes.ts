import { z } from 'zod'
import { maybe } from '../values.ts'

// One queue or pull subscription. An attribute that the broker does not give is null, not 0.
export const queueRow = z.object({
  id: z.string(),
  name: z.string(),
  // The account, project or broker that it belongs to.
  owner: maybe.text,
  region: maybe.text,
  kind: z.enum(['standard', 'fifo', 'subscription', 'classic', 'quorum', 'stream', 'unknown']),
  // Ready to be taken; many brokers give an estimate.
  depth: maybe.number,
  in_flight: maybe.number,
  delayed: maybe.number,
  oldest_age_s: maybe.number,
  consumers: maybe.number,
  dead_letter_target: maybe.text,
  is_dead_letter: maybe.flag,
})
