import { cloudK8sNodePoolsList } from '@vedette/proto/operations'
import { findCluster, type NodePool, toIssues } from '../clusters.ts'
import { notFound, serveList } from '../reading.ts'
import { placeOf, regionOf } from '../values.ts'

// Node pools of one cluster, with what each says is wrong.
export const serveK8sNodePoolsList = serveList(cloudK8sNodePoolsList, {
  async read(reader, input) {
    const one = await findCluster(reader, input.cluster)
    if (one === undefined) throw notFound('cluster', reader)
    const items = one.nodePools.map((pool) => ({
      id: `${one.location}/${one.name}/${pool.name}`,
      name: pool.name,
      ...placeOf(reader, regionOf(one.location)),
      tags: pool.config?.labels ?? null,
      cluster: one.name,
      state: pool.status,
      version: pool.version,
      image: pool.config?.imageType ?? null,
      machine_types:
        pool.config?.machineType === undefined || pool.config.machineType === null
          ? []
          : [pool.config.machineType],
      capacity: toCapacity(pool),
      // The count at its making; how many there are now stands with the nodes.
      desired: pool.autoscaling?.enabled === true ? null : pool.initialNodeCount,
      min: pool.autoscaling?.minNodeCount ?? null,
      max: pool.autoscaling?.maxNodeCount ?? null,
      zones: pool.locations.length === 0 ? null : pool.locations,
      autoscaling: pool.autoscaling?.enabled ?? false,
      issues: toIssues(pool.conditions),
      created_at: null,
    }))
    return { paged: { items, stop: 'end' }, gaps: [], proof: 'existence_checked' }
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }) => ({ pools: [...rows], total }),
})

function toCapacity({ config }: NodePool): 'on_demand' | 'spot' | 'unknown' {
  if (config === undefined) return 'unknown'
  return config.spot === true || config.preemptible === true ? 'spot' : 'on_demand'
}
