import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe, tagSet } from '../values.ts'

// Rules that the agent enforces, and where each comes from.
export const agentPolicyGet = defineOperation({
  id: 'agent.policy.get',
  title: 'Policy of an agent',
  describe:
    'Gives the denylist that an agent enforces now, rule by rule with its origin, the hashes, and what it takes out of the surface.',
  when: ['why is this denied', 'effective policy', 'denylist', 'which operations are blocked'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    rules: z.array(
      z.object({
        id: z.string(),
        origin: z.enum(['local', 'remote']),
        operations: z.string(),
        narrowed_to: tagSet.nullable(),
      }),
    ),
    local_hash: maybe.text,
    remote_version: maybe.number,
    remote_hash: maybe.text,
    effective_hash: z.string(),
    status: z.enum(['applying', 'applied', 'failed']),
    denied: z.array(z.string()),
  }),
  scope: 'agent',
  tier: 'metadata',
  freshness: 10,
  permissions: { agent: ['none: it speaks of itself'] },
  proof: 'the agent lists its own rules whole; no rule is an answer, not a gap',
  since: '0.1.0',
})
