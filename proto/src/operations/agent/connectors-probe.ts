import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { connectorHealthRow } from './shapes.ts'

// What a probe finds now.
export const agentConnectorsProbe = defineOperation({
  id: 'agent.connectors.probe',
  title: 'Probe a connector now',
  describe:
    'Probes one connector of an agent now, over the same client and path as real calls, and gives what it finds.',
  when: ['test the credential', 'retry the connection', 'probe now', 'did rotating the key help'],
  contract: 1,
  input: z.strictObject({ connector: wanted('Connector instance to probe') }),
  output: z.object({ connector: connectorHealthRow, took_ms: z.number() }),
  scope: 'agent',
  tier: 'metadata',
  freshness: 0,
  permissions: { agent: ["none of its own: the connector's probe permission"] },
  proof: 'never: an unknown connector is an error of the argument',
  since: '0.1.0',
})
