import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe, tagSet } from '../values.ts'

// What an agent is and what it serves.
export const agentDescribe = defineOperation({
  id: 'agent.describe',
  title: 'One agent',
  describe:
    'Describes an agent: version, platform, uptime, connectors, operations that it serves and how much of its limits is used.',
  when: ['agent version', 'what does this agent serve', 'which connectors', 'agent uptime'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    agent: z.string(),
    name: z.string(),
    version: z.string(),
    incarnation: z.string(),
    platform: z.string(),
    started_at: z.string(),
    labels: tagSet,
    connectors: z.array(
      z.object({ instance: z.string(), connector: z.string(), served: z.number(), denied: z.number() }),
    ),
    operations: z.number(),
    calls_running: z.number(),
    calls_max: z.number(),
    memory_bytes: maybe.number,
    memory_limit_bytes: maybe.number,
    writes_enabled: z.array(z.string()),
  }),
  scope: 'agent',
  tier: 'metadata',
  freshness: 10,
  permissions: { agent: ['none: it speaks of itself'] },
  proof: 'never: an agent is one item; one that does not answer is offline, not empty',
  since: '0.1.0',
})
