import { toRfc3339 } from '@vedette/connectors/kit'
import { complete, serve } from '@vedette/proto/connector'
import { cacheInfoGet } from '@vedette/proto/operations/cache'
import type { RedisClient } from '../client.ts'
import { getNumber, getRole, getText, type Info, readInfo, toNumber } from '../info.ts'
import { toFacts } from '../reading.ts'

const MODES = ['standalone', 'cluster', 'sentinel'] as const

// One server's own counters; what its version does not have is null.
export const cacheInfo = serve<RedisClient, typeof cacheInfoGet.input, typeof cacheInfoGet.output>(
  cacheInfoGet,
  async (client, { section }, context) =>
    client.run(context, async (command) => {
      const info = await readInfo(command)
      const extra = section === undefined ? undefined : await readInfo(command, section)
      const hits = getNumber(info, 'stats', 'keyspace_hits')
      const misses = getNumber(info, 'stats', 'keyspace_misses')
      const number = (part: string, field: string) => getNumber(info, part, field)
      const savedAt = number('persistence', 'rdb_last_save_time')
      const link = getText(info, 'replication', 'master_link_status')
      const saved = getText(info, 'persistence', 'rdb_last_bgsave_status')
      return complete(
        {
          version: getText(info, 'server', 'redis_version'),
          mode: MODES.find((one) => one === getText(info, 'server', 'redis_mode')) ?? ('unknown' as const),
          role: getRole(info),
          uptime_s: number('server', 'uptime_in_seconds'),
          used_bytes: number('memory', 'used_memory'),
          max_bytes: number('memory', 'maxmemory'),
          peak_bytes: number('memory', 'used_memory_peak'),
          fragmentation_ratio: number('memory', 'mem_fragmentation_ratio'),
          eviction_policy: getText(info, 'memory', 'maxmemory_policy'),
          evicted_keys: number('stats', 'evicted_keys'),
          expired_keys: number('stats', 'expired_keys'),
          hits,
          misses,
          hit_ratio: hits === null || misses === null || hits + misses === 0 ? null : hits / (hits + misses),
          clients: number('clients', 'connected_clients'),
          max_clients: number('clients', 'maxclients'),
          blocked_clients: number('clients', 'blocked_clients'),
          rejected_connections: number('stats', 'rejected_connections'),
          operations_per_s: number('stats', 'instantaneous_ops_per_sec'),
          keys: countKeys(info),
          last_save_at: savedAt === null ? null : toRfc3339(savedAt * 1000),
          last_save_ok: saved === null ? null : saved === 'ok',
          replicas: number('replication', 'connected_slaves'),
          link_up: link === null ? null : link === 'up',
          counters: extra === undefined || section === undefined ? null : toCounters(extra, section),
        },
        { items: 1, ...toFacts(client, context) },
      )
    }),
)

// `db0:keys=5,expires=0`: the section lists only databases that hold keys.
function countKeys(info: Info): number | null {
  const keyspace = info.get('keyspace')
  if (keyspace === undefined) return null
  const counts = [...keyspace.values()].map((one) => toNumber(/^keys=(\d+)/.exec(one)?.[1]))
  return counts.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0)
}

// Paths of the machine and of its configuration are left out.
function toCounters(info: Info, section: string): Record<string, string> | null {
  const fields = info.get(section)
  if (fields === undefined) return null
  return Object.fromEntries([...fields].filter(([name]) => !/^(?:executable|config_file)$/.test(name)))
}
