import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource, tagFilter } from './shapes.ts'

// Managed caches with nodes, version and state.
export const cloudCachesList = defineOperation({
  id: 'cloud.caches.list',
  title: 'Managed caches',
  describe: 'Lists managed caches with engine, version, nodes, memory, state, encryption and failover.',
  when: ['elasticache', 'memorystore', 'redis clusters', 'cache nodes', 'cache failover'],
  contract: 1,
  input: z.strictObject({
    engine: filter('Only this engine (redis, valkey, memcached)'),
    tag: tagFilter(),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    caches: z.array(
      z.object({
        ...resource,
        engine: z.string(),
        version: maybe.text,
        state: z.string().describe("The vendor's word: available, READY ..."),
        machine_type: maybe.text,
        nodes: maybe.number,
        shards: maybe.number,
        memory_bytes: maybe.number,
        endpoint: maybe.text,
        port: maybe.number,
        network: maybe.text,
        failover: maybe.flag,
        multi_zone: maybe.flag,
        encrypted_at_rest: maybe.flag,
        encrypted_in_transit: maybe.flag,
        auth: maybe.flag,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: [
      'elasticache:DescribeReplicationGroups',
      'elasticache:DescribeCacheClusters',
      'elasticache:DescribeServerlessCaches',
    ],
    gcp: ['redis.instances.list', 'memcache.instances.list'],
  },
  proof: 'the account is proved, the region is enabled and every kind of cache in it was read to its end',
  since: '0.1.0',
})
