import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import type { DatadogClient } from './client.ts'
import { toScope } from './reading.ts'

// Names the organisation of the API key and checks the application key with it, over the client of real calls.
export function probeDatadog(client: DatadogClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    await client.checkKeys(context)
    return {
      health: 'up',
      scopes: [await toScope(client, context)],
      servers: [{ name: client.config.site, health: 'up' }],
    }
  })
}
