import { probeWith } from '@vedette/connectors/kit'
import type { CallContext, ProbeResult, RefusedOperation } from '@vedette/proto/connector'
import { SourceError } from '@vedette/proto/connector'
import type { PostgresClient } from './client.ts'
import { toScope } from './reading.ts'
import { findStatements } from './statements.ts'

const STATEMENTS = ['db.queries.get', 'db.queries.top'] as const

// Signs in and begins a read-only transaction, as real calls do. A role that does not see the sessions of others is
// `degraded`; without statement statistics their two operations are named.
export function probePostgres(client: PostgresClient, context: CallContext): Promise<ProbeResult> {
  return probeWith(() =>
    client.read(context, async (session) => {
      const { identity } = session
      const statements = await session.attempt(() => findStatements(session))
      const forbidden = statements instanceof SourceError ? toRefused(statements) : []
      return {
        health: identity.sees_all_stats ? 'up' : 'degraded',
        ...(identity.sees_all_stats ? {} : { code: 'forbidden' }),
        scopes: [toScope(client, session)],
        servers: [{ name: client.instance, health: 'up', version: identity.version.slice(0, 64) }],
        ...(forbidden.length === 0 ? {} : { forbidden }),
      }
    }),
  )
}

// Statistics that were never created are no permission: the server has not got them. Any other failure says nothing
// lasting, and the operations stay served.
function toRefused({ state, carried }: SourceError): readonly RefusedOperation[] {
  if (state !== 'forbidden' && state !== 'not_served') return []
  const { missing, why } = carried
  return STATEMENTS.map((operation) => ({
    operation,
    state,
    ...(missing === undefined ? {} : { missing }),
    ...(why === undefined ? {} : { why }),
  }))
}
