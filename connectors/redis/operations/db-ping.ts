import { complete, serve } from '@vedette/proto/connector'
import { dbPing } from '@vedette/proto/operations/db'
import type { RedisClient } from '../client.ts'
import { getNumber, getRole, getText, type Info, readInfo } from '../info.ts'
import { ping } from '../probe.ts'
import { toFacts } from '../reading.ts'

// Times one PING on an open connection; signing in is not counted.
export const dbPingRedis = serve<RedisClient, typeof dbPing.input, typeof dbPing.output>(
  dbPing,
  async (client, _input, context) =>
    client.run(context, async (command) => {
      const started = context.clock.monotonic()
      await ping(command)
      const took_ms = Math.round((context.clock.monotonic() - started) * 100) / 100
      const info = await readInfo(command, 'server')
      const replication = await readInfo(command, 'replication')
      return complete(
        {
          reachable: true as const,
          took_ms,
          engine: 'redis',
          version: getText(info, 'server', 'redis_version'),
          role: getRole(replication),
          read_only: isReadOnly(replication),
          uptime_s: getNumber(info, 'server', 'uptime_in_seconds'),
        },
        { items: 1, ...toFacts(client, context) },
      )
    }),
)

function isReadOnly(info: Info): boolean | null {
  const role = getRole(info)
  if (role === 'primary') return false
  const flag = getText(info, 'replication', 'slave_read_only')
  return role === 'unknown' || flag === null ? null : flag === '1'
}
