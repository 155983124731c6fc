import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter } from '../fields.ts'
import { connectorHealthRow } from './shapes.ts'

// What the last probes found.
export const agentConnectorsHealth = defineOperation({
  id: 'agent.connectors.health',
  title: "Health of an agent's connectors",
  describe:
    'Gives the health of each connector of an agent as its last probe found it, with code, since when and what is forbidden.',
  when: ['is the credential valid', 'connector down', 'last probe', 'why is this source blind'],
  contract: 1,
  input: z.strictObject({ connector: filter('Only this connector or instance') }),
  output: z.object({ connectors: z.array(connectorHealthRow), probe_interval_s: z.number() }),
  scope: 'agent',
  tier: 'metadata',
  freshness: 5,
  permissions: { agent: ['none: it speaks of itself'] },
  proof: 'the agent lists its own connectors; one that was not probed yet is unchecked, not up',
  since: '0.1.0',
})
