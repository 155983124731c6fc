import { cloudK8sClustersList } from '@vedette/proto/operations'
import { describeEach, findCluster, readClusterNames, toClusterRow } from '../clusters.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// EKS clusters of every region.
export const serveK8sClustersList = serveList(cloudK8sClustersList, {
  async read(reader, input) {
    const paged = await readClusterNames(reader)
    const all = await describeEach(paged.items, (name) => findCluster(reader, name))
    return mapPaged(paged, () =>
      all.map((one) => toClusterRow(reader, one)).filter((row) => hasTag(row.tags, input.tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.id],
  toValue: ({ rows, total }) => ({ clusters: [...rows], total }),
})
