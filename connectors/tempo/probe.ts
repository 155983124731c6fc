import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { type TempoClient, toScope } from './client.ts'
import { askSearch } from './questions.ts'

const MINUTE_MS = 60_000

// Looks for one trace of the last minute over the client of real calls: the same path as a search.
export function probeTempo(client: TempoClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const to = context.clock.now()
    await askSearch(client, { query: '{ }', limit: 1 }, { window: { from: to - MINUTE_MS, to }, context })
    return { health: 'up', scopes: [toScope(client)], servers: [{ name: 'tempo', health: 'up' }] }
  })
}
