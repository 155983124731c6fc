import { probeWith } from '@vedette/connectors/kit'
import { type CallContext, type ProbeResult, type ServerProbe, SourceError } from '@vedette/proto/connector'
import type { MagaluClient } from './client.ts'
import { readNetworks } from './network.ts'
import { readSites } from './reading.ts'

// Names the tenant, then lists the networks of each region over the client of real calls. A region that fails makes it
// `degraded`, all of them `down`.
export function probeMagalu(client: MagaluClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const told = await readSites(client, { context }, readNetworks)
    const failed = told.flatMap((one) => ('error' in one ? [one.error] : []))
    const [first] = failed
    if (first !== undefined && failed.length === told.length)
      throw new SourceError(first.state, first.carried)
    const servers = told.map((one): ServerProbe => {
      const name = one.site.region ?? 'global'
      return 'error' in one ? { name, health: 'down', code: one.error.state } : { name, health: 'up' }
    })
    return {
      health: failed.length === 0 ? 'up' : 'degraded',
      ...(first === undefined ? {} : { code: first.state }),
      scopes: told.flatMap((one) => ('error' in one ? [] : [one.site.scope])),
      servers,
    }
  })
}
