import { cloudCachesList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, joinLists, mapRows } from '../answers.ts'
import { createNotes, serveList } from '../reading.ts'
import {
  elementAfter,
  GIB,
  hasTag,
  labels,
  lastOf,
  maybeFlag,
  maybeNumber,
  maybeText,
  maybeTime,
  tail,
} from '../values.ts'

const redis = z.object({
  name: z.string(),
  labels,
  redisVersion: maybeText,
  state: z.string(),
  tier: maybeText,
  memorySizeGb: maybeNumber,
  host: maybeText,
  port: maybeNumber,
  authorizedNetwork: maybeText,
  transitEncryptionMode: maybeText,
  authEnabled: maybeFlag,
  replicaCount: maybeNumber,
  createTime: maybeTime,
})
const memcached = z.object({
  name: z.string(),
  labels,
  memcacheVersion: maybeText,
  state: z.string(),
  nodeCount: maybeNumber,
  nodeConfig: z.object({ memorySizeMb: maybeNumber }).optional(),
  discoveryEndpoint: maybeText,
  authorizedNetwork: maybeText,
  createTime: maybeTime,
})

// Memorystore for Redis and for Memcached. The second is read beside the first, and where it is blind that is a gap.
// Memorystore for Valkey and Redis clusters are not read, so none is not proved.
export const serveCachesList = serveList(cloudCachesList, {
  async read(reader, { engine, tag }) {
    const notes = createNotes(reader)
    const path = ['projects', reader.project.id, 'locations', '-', 'instances']
    const size = ['pageSize', 500] as const
    const needs = 'redis.instances.list'
    const own = await collect(reader, { service: 'redis', path, field: 'instances', row: redis, size, needs })
    const other = await notes.seek(
      collect(reader, {
        service: 'memcache',
        path,
        field: 'instances',
        row: memcached,
        size,
        needs: 'memcache.instances.list',
      }),
    )
    const first = mapRows(own, (all) =>
      all.map((one) => ({
        ...toBase(one),
        engine: 'redis',
        version: one.redisVersion?.replace(/^REDIS_/, '').replaceAll('_', '.') ?? null,
        machine_type: one.tier,
        nodes: one.replicaCount === null ? null : one.replicaCount + 1,
        memory_bytes: one.memorySizeGb === null ? null : one.memorySizeGb * GIB,
        endpoint: one.host,
        port: one.port,
        failover: one.tier === null ? null : one.tier === 'STANDARD_HA',
        multi_zone: one.tier === null ? null : one.tier === 'STANDARD_HA',
        encrypted_in_transit:
          one.transitEncryptionMode === null ? null : one.transitEncryptionMode === 'SERVER_AUTHENTICATION',
        auth: one.authEnabled ?? false,
      })),
    )
    const second = mapRows(other ?? { paged: { items: [], stop: 'end' }, gaps: [] }, (all) =>
      all.map((one) => ({
        ...toBase(one),
        engine: 'memcached',
        version: one.memcacheVersion?.replace(/^MEMCACHE_/, '').replaceAll('_', '.') ?? null,
        machine_type: null,
        nodes: one.nodeCount,
        memory_bytes: toBytes(one.nodeConfig?.memorySizeMb ?? null, one.nodeCount),
        endpoint: one.discoveryEndpoint,
        port: null,
        failover: false,
        multi_zone: null,
        encrypted_in_transit: null,
        auth: false,
      })),
    )
    const rows = mapRows(joinLists(first, second), (all) =>
      all
        .filter((row) => (engine === undefined || row.engine === engine) && hasTag(row.tags, tag))
        .map((row) => ({ ...row, account: reader.project.id })),
    )
    return { ...rows, gaps: [...rows.gaps, ...notes.parts()], unproven: 'valkey_and_clusters_not_read' }
  },
  keyOf: (row) => [row.region ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ caches: [...rows], total }),
})

type Base = Readonly<{
  name: string
  labels: Record<string, string>
  state: string
  authorizedNetwork: string | null
  createTime: string | null
}>

function toBase(one: Base) {
  return {
    id: one.name,
    name: lastOf(one.name),
    region: elementAfter(one.name, 'locations'),
    tags: one.labels,
    state: one.state,
    shards: null,
    network: tail(one.authorizedNetwork),
    encrypted_at_rest: null,
    created_at: one.createTime,
  }
}

function toBytes(mib: number | null, nodes: number | null): number | null {
  return mib === null || nodes === null ? null : mib * nodes * 1024 ** 2
}
