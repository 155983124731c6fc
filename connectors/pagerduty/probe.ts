import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { toScope } from './reading.ts'
import { serviceSchema } from './services.ts'

// Names the account of the token and reads one service, over the client of real calls.
export function probePagerduty(client: PagerdutyClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const scope = await toScope(client, context)
    await readList(client, {
      path: ['services'],
      name: 'services',
      row: serviceSchema,
      needs: 'services.read',
      context,
      rows: 1,
      maxPages: 1,
    })
    return {
      health: 'up',
      scopes: [scope],
      servers: [{ name: client.config.region, health: 'up' }],
    }
  })
}
