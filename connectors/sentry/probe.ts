import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult, RefusedOperation } from '@vedette/proto/connector'
import type { SentryClient } from './client.ts'
import { SENTRY_OPERATIONS } from './operations/index.ts'
import { readProjects } from './projects.ts'
import { toScope } from './reading.ts'

// Names the organisation and lists its projects, over the client of real calls. What the token lacks scopes for, as
// Sentry itself tells them, is said per operation, and the health is then `degraded`.
export function probeSentry(client: SentryClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(async () => {
    const scope = await toScope(client, context)
    await readProjects(client, context)
    const forbidden = findRefused((await client.identify(context)).scopes)
    return {
      health: forbidden.length === 0 ? 'up' : 'degraded',
      ...(forbidden.length === 0 ? {} : { code: 'forbidden', forbidden }),
      scopes: [scope],
      servers: [{ name: 'api', health: 'up' }],
    }
  })
}

function findRefused(scopes: readonly string[] | null): RefusedOperation[] {
  if (scopes === null) return []
  return SENTRY_OPERATIONS.flatMap(({ operation }) => {
    const missing = (operation.permissions['sentry'] ?? []).find((one) => !scopes.includes(one))
    return missing === undefined ? [] : [{ operation: operation.id, state: 'forbidden' as const, missing }]
  })
}
