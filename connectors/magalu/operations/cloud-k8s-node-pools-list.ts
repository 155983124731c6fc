import { sliceByKey } from '@vedette/connectors/kit'
import { cloudK8sNodePoolsList } from '@vedette/proto/operations'
import { readClusters, readPools } from '../kubernetes.ts'
import { pickOne, serveFind } from '../reading.ts'
import { toTime } from '../values.ts'

// Node pools of one managed cluster.
export const serveCloudK8sNodePoolsList = serveFind(cloudK8sNodePoolsList, {
  field: 'cluster',
  async find(site, input) {
    const one = pickOne(await readClusters(site), input.cluster, 'cluster', ({ id, name }) => [id, name])
    if (one === undefined) return undefined
    const { items } = await readPools(site, one.id)
    const rows = items.map((pool) => ({
      id: pool.id,
      name: pool.name ?? null,
      account: site.account,
      region: site.region,
      tags: null,
      cluster: one.name ?? one.id,
      state: pool.status?.state ?? 'unknown',
      version: pool.version ?? null,
      image: pool.instance_template?.node_image ?? null,
      machine_types: [pool.instance_template?.flavor?.name ?? pool.flavor].flatMap((each) => each || []),
      capacity: 'unknown' as const,
      desired: pool.replicas ?? null,
      min: pool.auto_scale?.min_replicas ?? null,
      max: pool.auto_scale?.max_replicas ?? null,
      zones: pool.availability_zones ?? null,
      autoscaling: pool.auto_scale === undefined ? null : pool.auto_scale !== null,
      issues: (pool.status?.messages ?? []).map((message) => ({ code: 'message', message })),
      created_at: toTime(pool.created_at),
    }))
    const slice = sliceByKey(rows, (row) => [row.name ?? '', row.id], input)
    return {
      value: { pools: [...slice.rows], total: slice.total },
      items: slice.rows.length,
      page: { total: slice.total, ...(slice.cursor === undefined ? {} : { cursor: slice.cursor }) },
    }
  },
})
