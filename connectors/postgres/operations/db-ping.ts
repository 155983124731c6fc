import { serve } from '@vedette/proto/connector'
import { dbPing } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { toReading } from '../reading.ts'

const SQL = 'select extract(epoch from clock_timestamp() - pg_postmaster_start_time())::float8 as uptime_s'

// Times one trivial query on an open connection; signing in is not counted.
export const pingPostgres = serve<PostgresClient, typeof dbPing.input, typeof dbPing.output>(
  dbPing,
  async (client, _input, context) =>
    client.read(context, async (session) => {
      const started = context.clock.monotonic()
      const { uptime_s } = await session.row({
        name: 'ping',
        sql: SQL,
        schema: z.object({ uptime_s: z.number() }),
      })
      const took_ms = Math.round((context.clock.monotonic() - started) * 100) / 100
      const { version, in_recovery } = session.identity
      const value = {
        reachable: true as const,
        took_ms,
        engine: 'postgresql',
        version,
        role: in_recovery ? ('replica' as const) : ('primary' as const),
        // A server that is no replica may still refuse writes; this read-only session cannot tell.
        read_only: in_recovery ? true : null,
        uptime_s: Math.floor(uptime_s),
      }
      return toReading(value, { client, context, session, whole: true, items: 1 })
    }),
)
