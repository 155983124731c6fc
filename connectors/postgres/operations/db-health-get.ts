import { serve } from '@vedette/proto/connector'
import { dbHealthGet } from '@vedette/proto/operations/db'
import type { PostgresClient } from '../client.ts'
import { HEALTH_CHECKS } from '../health-checks.ts'
import { toReading, toTime } from '../reading.ts'
import { readSessions, toHidden } from '../sessions.ts'

// Named checks. One that the role may not measure is unknown, and so are those that the server does not tell.
export const healthGet = serve<PostgresClient, typeof dbHealthGet.input, typeof dbHealthGet.output>(
  dbHealthGet,
  async (client, { checks }, context) =>
    client.read(context, async (session) => {
      const sessions = await readSessions(session)
      const hidden = toHidden(sessions)
      const rows = []
      for (const [name, run] of Object.entries(HEALTH_CHECKS)) {
        if (checks.length > 0 && !checks.some((one) => one === name)) continue
        rows.push(await run({ session, sessions, isHidden: hidden.length > 0 }))
      }
      const value = {
        engine: 'postgresql',
        checks: rows,
        statistics_since: toTime(session.identity.statistics_since),
      }
      return toReading(value, { client, context, session, items: rows.length, hidden })
    }),
)
