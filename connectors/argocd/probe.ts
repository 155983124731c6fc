import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { z } from 'zod'
import { findHidden } from './apps.ts'
import type { ArgocdClient } from './client.ts'
import { toScope } from './reading.ts'

const one = z.object({ items: z.array(z.unknown()).nullish() })

// Names the account, asks what it may see and lists applications by name, over the client of real calls. An account that
// does not see all of what is configured is degraded.
export function probeArgocd(client: ArgocdClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const scope = await toScope(client, context)
    const query = { fields: 'items.metadata.name' }
    await client.ask({ path: ['applications'], query, schema: one, context })
    const hidden = await findHidden(client, context)
    return {
      health: hidden.length === 0 ? 'up' : 'degraded',
      ...(hidden.length === 0 ? {} : { code: 'forbidden' }),
      scopes: [scope],
      servers: [{ name: client.instance, health: 'up' }],
    }
  })
}
