import { cloudK8sClustersList } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { readClusters, toCluster } from '../clusters.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Clusters of GKE in every zone and region.
export const serveK8sClustersList = serveList(cloudK8sClustersList, {
  async read(reader, { tag }) {
    return mapRows(await readClusters(reader), (all) =>
      all.map((one) => toCluster(reader, one)).filter((row) => hasTag(row.tags, tag)),
    )
  },
  keyOf: (row) => [row.region ?? '', row.name, row.id],
  toValue: ({ rows, total }) => ({ clusters: [...rows], total }),
})
