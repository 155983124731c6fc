import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GrafanaClient } from './client.ts'
import { probeThrough } from './through.ts'

const one = z.array(z.unknown())

// Names the organisation and searches for one dashboard, over the client of real calls. The name alone may be known
// from before; the search shows that the credential still works.
export function probeGrafana(client: GrafanaClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const [spoken] = client.spoken
    if (client.config.part === 'datasource' && spoken !== undefined)
      return probeThrough(client, spoken, context)
    await client.ask({
      path: ['search'],
      query: { type: 'dash-db', limit: '1' },
      schema: one,
      needs: 'dashboards:read',
      context,
    })
    const scope = await client.identify(context)
    return { health: 'up', scopes: [scope], servers: [{ name: 'grafana', health: 'up' }] }
  })
}
