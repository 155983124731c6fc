import { sliceByKey } from '@vedette/connectors/kit'
import { cloudK8sNodePoolsList } from '@vedette/proto/operations'
import { describeEach, findCluster, toIssues } from '../clusters.ts'
import type { Reader } from '../connect.ts'
import { checkWhole, collect } from '../pages.ts'
import { pageOf, serveFind } from '../reading.ts'
import { placeOf, texts, toTags, toTime } from '../values.ts'

// Managed node groups of one cluster. Nodes that somebody runs by hand or by Karpenter are in none.
export const serveK8sNodePoolsList = serveFind(cloudK8sNodePoolsList, {
  field: 'cluster',
  async find(reader, input) {
    const cluster = await findCluster(reader, input.cluster)
    if (cluster?.name === undefined) return undefined
    const pools = await readPools(reader, cluster.name)
    const slice = sliceByKey(pools, (row) => [row.id], input)
    return { value: { pools: [...slice.rows], total: slice.total }, items: pools.length, page: pageOf(slice) }
  },
})

async function readPools(reader: Reader, clusterName: string) {
  const paged = await collect(async (nextToken) => {
    const said = await reader.call('eks', 'listNodegroups', {
      clusterName,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.nodegroups, next: said.nextToken }
  })
  checkWhole(paged)
  const all = await describeEach(paged.items, async (nodegroupName) => {
    const said = await reader.call('eks', 'describeNodegroup', { clusterName, nodegroupName })
    return said.nodegroup
  })
  return all.map((one) => ({
    id: one.nodegroupArn ?? one.nodegroupName ?? '',
    name: one.nodegroupName ?? null,
    ...placeOf(reader),
    tags: toTags(Object.entries(one.tags ?? {}).map(([Key, Value]) => ({ Key, Value }))),
    cluster: clusterName,
    state: one.status ?? 'unknown',
    version: one.version ?? null,
    image: one.amiType ?? null,
    machine_types: texts(one.instanceTypes),
    capacity:
      one.capacityType === 'SPOT'
        ? ('spot' as const)
        : one.capacityType === 'ON_DEMAND'
          ? ('on_demand' as const)
          : ('unknown' as const),
    desired: one.scalingConfig?.desiredSize ?? null,
    min: one.scalingConfig?.minSize ?? null,
    max: one.scalingConfig?.maxSize ?? null,
    zones: null,
    autoscaling: null,
    issues: toIssues(one.health?.issues),
    created_at: toTime(one.createdAt),
  }))
}
