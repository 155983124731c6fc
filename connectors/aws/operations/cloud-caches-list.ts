import type { Paged } from '@vedette/connectors/kit'
import { together } from '@vedette/connectors/kit'
import { cloudCachesList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { collect, joinPaged, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, placeOf, toTime } from '../values.ts'

// Replication groups, single clusters (those of a group are told by it) and serverless caches. Their tags need a call
// for each and are not read, so a filter by tag is refused.
export const serveCachesList = serveList(cloudCachesList, {
  async read(reader, input) {
    const [groups, clusters, serverless] = await together([
      readGroups(reader),
      readClusters(reader),
      readServerless(reader),
    ])
    const all = joinPaged(joinPaged(groups, clusters), serverless)
    const rows = mapPaged(all, (some) =>
      some.filter((row) => holds(row.engine, input.engine) && input.tag === undefined),
    )
    return { paged: rows, ...(input.tag === undefined ? {} : { unproven: 'tags_not_read' }) }
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ caches: [...rows], total }),
})

function readGroups(reader: Reader) {
  return collect(async (Marker) => {
    const said = await reader.call('elasticache', 'describeReplicationGroups', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    const items = said.ReplicationGroups?.map((one) => {
      const endpoint = one.ConfigurationEndpoint ?? one.NodeGroups?.[0]?.PrimaryEndpoint
      return {
        ...blank(reader, one.ReplicationGroupId),
        engine: one.Engine ?? 'redis',
        version: untold(),
        state: one.Status ?? 'unknown',
        machine_type: one.CacheNodeType ?? null,
        nodes: one.MemberClusters?.length ?? null,
        shards: one.NodeGroups?.length ?? null,
        endpoint: endpoint?.Address ?? null,
        port: endpoint?.Port ?? null,
        failover: toSwitch(one.AutomaticFailover),
        multi_zone: toSwitch(one.MultiAZ),
        encrypted_at_rest: one.AtRestEncryptionEnabled ?? null,
        encrypted_in_transit: one.TransitEncryptionEnabled ?? null,
        auth: one.AuthTokenEnabled ?? null,
        created_at: toTime(one.ReplicationGroupCreateTime),
      }
    })
    return { items, next: said.Marker }
  })
}

async function readClusters(
  reader: Reader,
): Promise<Paged<Awaited<ReturnType<typeof readGroups>>['items'][number]>> {
  const paged = await collect(async (Marker) => {
    const said = await reader.call('elasticache', 'describeCacheClusters', {
      MaxRecords: 100,
      ...(Marker === undefined ? {} : { Marker }),
    })
    return { items: said.CacheClusters, next: said.Marker }
  })
  return mapPaged(paged, (all) =>
    all
      .filter((one) => one.ReplicationGroupId === undefined || one.ReplicationGroupId === '')
      .map((one) => ({
        ...blank(reader, one.CacheClusterId),
        engine: one.Engine ?? 'unknown',
        version: one.EngineVersion ?? null,
        state: one.CacheClusterStatus ?? 'unknown',
        machine_type: one.CacheNodeType ?? null,
        nodes: one.NumCacheNodes ?? null,
        shards: null,
        endpoint: one.ConfigurationEndpoint?.Address ?? null,
        port: one.ConfigurationEndpoint?.Port ?? null,
        failover: false,
        multi_zone: null,
        encrypted_at_rest: one.AtRestEncryptionEnabled ?? null,
        encrypted_in_transit: one.TransitEncryptionEnabled ?? null,
        auth: one.AuthTokenEnabled ?? null,
        created_at: toTime(one.CacheClusterCreateTime),
      })),
  )
}

function readServerless(reader: Reader) {
  return collect(async (NextToken) => {
    const said = await reader.call(
      'elasticache',
      'describeServerlessCaches',
      NextToken === undefined ? {} : { NextToken },
    )
    const items = said.ServerlessCaches?.map((one) => ({
      ...blank(reader, one.ServerlessCacheName),
      engine: one.Engine ?? 'unknown',
      version: one.FullEngineVersion ?? null,
      state: one.Status ?? 'unknown',
      machine_type: 'serverless',
      nodes: null,
      shards: null,
      endpoint: one.Endpoint?.Address ?? null,
      port: one.Endpoint?.Port ?? null,
      failover: null,
      multi_zone: null,
      encrypted_at_rest: true,
      encrypted_in_transit: true,
      auth: null,
      created_at: toTime(one.CreateTime),
    }))
    return { items, next: said.NextToken }
  })
}

function blank(reader: Reader, id: string | undefined) {
  return { id: id ?? '', name: id ?? null, ...placeOf(reader), tags: null, memory_bytes: null, network: null }
}

// Replication groups do not tell their version.
function untold(): string | null {
  return null
}

function toSwitch(status: string | undefined): boolean | null {
  if (status === 'enabled') return true
  return status === 'disabled' ? false : null
}
