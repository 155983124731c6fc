import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult } from '@vedette/proto/connector'
import { type SignozClient, toScope } from './client.ts'
import { askScalar } from './questions.ts'

const MINUTE_MS = 60_000

// Counts the spans of the last minute over the client of real calls: the same path as every query.
export function probeSignoz(client: SignozClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const to = context.clock.now()
    const over = { window: { from: to - MINUTE_MS, to }, context }
    await askScalar(client, { signal: 'traces', filter: '', expressions: ['count()'] }, over)
    return { health: 'up', scopes: [toScope(client)], servers: [{ name: 'signoz', health: 'up' }] }
  })
}
