import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR } from '../values.ts'

// How much was redacted, by kind; never what.
export const agentRedactionStats = defineOperation({
  id: 'agent.redaction.stats',
  title: 'Redaction of an agent',
  describe:
    'Gives how many values an agent redacted over the window by kind and connector, and how many answers it withheld because it could not redact them.',
  when: ['how much was redacted', 'what kinds of data leave', 'withheld answers', 'redaction counters'],
  contract: 1,
  input: z.strictObject({ from: windowFrom(), to: windowTo() }),
  output: z.object({
    since: z.string(),
    answers: z.number(),
    bytes_sent: z.number(),
    redacted: z.record(z.string(), z.number()),
    by_connector: z.array(z.object({ connector: z.string(), redacted: z.number(), answers: z.number() })),
    withheld: z.number(),
    budget_overruns: z.number(),
  }),
  scope: 'agent',
  tier: 'metadata',
  freshness: 10,
  permissions: { agent: ['none: it speaks of itself'] },
  proof: 'the counters began at `since`; what was redacted before the agent started is not counted',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
