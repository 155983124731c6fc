import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe, tagSet } from '../values.ts'

// Memory, clients, hits and persistence of a cache.
export const cacheInfoGet = defineOperation({
  id: 'cache.info.get',
  title: 'State of a cache',
  describe:
    'Gives memory, evictions, hits, clients, persistence and replication of a cache, and its own counters by section if asked.',
  when: ['redis memory', 'evictions', 'cache hit ratio', 'redis info', 'connected clients'],
  contract: 1,
  input: z.strictObject({
    section: z
      .enum([
        'server',
        'clients',
        'memory',
        'persistence',
        'stats',
        'replication',
        'cpu',
        'cluster',
        'keyspace',
        'commandstats',
      ])
      .optional()
      .describe("Also this section of the cache's own counters"),
  }),
  output: z.object({
    version: maybe.text,
    mode: z.enum(['standalone', 'cluster', 'sentinel', 'unknown']),
    role: z.enum(['primary', 'replica', 'unknown']),
    uptime_s: maybe.number,
    used_bytes: maybe.number,
    max_bytes: maybe.number,
    peak_bytes: maybe.number,
    fragmentation_ratio: maybe.number,
    eviction_policy: maybe.text,
    evicted_keys: maybe.number,
    expired_keys: maybe.number,
    hits: maybe.number,
    misses: maybe.number,
    hit_ratio: maybe.number,
    clients: maybe.number,
    max_clients: maybe.number,
    blocked_clients: maybe.number,
    rejected_connections: maybe.number,
    operations_per_s: maybe.number,
    keys: maybe.number,
    last_save_at: maybe.time,
    last_save_ok: maybe.flag,
    replicas: maybe.number,
    link_up: maybe.flag,
    counters: tagSet.nullable(),
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 5,
  permissions: { redis: ['+info', '+ping'] },
  proof: 'never: one instance is one item; a counter that its version does not have is null',
  since: '0.1.0',
})
