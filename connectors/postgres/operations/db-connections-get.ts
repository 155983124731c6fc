import { serve } from '@vedette/proto/connector'
import { dbConnectionsGet } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { round, toReading } from '../reading.ts'
import { type ClientSession, isHidden, readSessions, toHidden, toState } from '../sessions.ts'

const LIMITS = `
select current_setting('max_connections')::int as max,
       current_setting('superuser_reserved_connections')::int
         + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`
const limitsSchema = z.object({ max: z.number(), reserved: z.number() })

// Clients' connections, our own included in the count, against max_connections.
export const connectionsGet = serve<
  PostgresClient,
  typeof dbConnectionsGet.input,
  typeof dbConnectionsGet.output
>(dbConnectionsGet, async (client, { limit }, context) =>
  client.read(context, async (session) => {
    const limits = await session.row({ name: 'limits', sql: LIMITS, schema: limitsSchema })
    const sessions = await readSessions(session)
    const hidden = toHidden(sessions)
    const used = sessions.length + 1
    const groups = toGroups(sessions)
    const shown = groups.slice(0, limit)
    const transactions = sessions.flatMap((one) => one.transaction_s ?? [])
    const value = {
      used,
      max: limits.max,
      reserved: limits.reserved,
      used_percent: round((100 * used) / limits.max),
      by_state: toCounts(sessions),
      groups: shown,
      // What is hidden may be older.
      oldest_transaction_s: hidden.length > 0 ? null : round(Math.max(0, ...transactions)),
      total: groups.length,
    }
    return toReading(value, {
      ...{ client, context, session, whole: true, hidden, items: Math.max(1, shown.length) },
      cutTo: groups.length > shown.length ? groups.length : undefined,
    })
  }),
)

function toCounts(sessions: readonly ClientSession[]) {
  const counts = Map.groupBy(sessions, toState)
  return [...counts].map(([state, { length: count }]) => ({ state, count })).sort((a, b) => b.count - a.count)
}

function toGroups(sessions: readonly ClientSession[]) {
  const keyOf = (one: ClientSession) => JSON.stringify([one.user, one.database, one.application, one.address])
  return [...Map.groupBy(sessions, keyOf).values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const { user, database, application, address } = first
      const isTold = !group.some(isHidden)
      const idle = group.filter((one) => toState(one) === 'idle_in_transaction').length
      const ages = group.flatMap((one) => one.connected_s ?? [])
      const oldest_s = isTold && ages.length > 0 ? round(Math.max(...ages)) : null
      const count = group.length
      return {
        user,
        database,
        application,
        address,
        count,
        idle_in_transaction: isTold ? idle : null,
        oldest_s,
      }
    })
    .sort((a, b) => b.count - a.count)
}
