import { cloudK8sClustersList } from '@vedette/proto/operations'
import { readClusters, toCluster } from '../kubernetes.ts'
import { serveList } from '../reading.ts'

// Managed clusters. They carry no labels, so none of a label is ever proved.
export const serveCloudK8sClustersList = serveList(cloudK8sClustersList, {
  async read(site, { tag }) {
    const paged = await readClusters(site)
    const rows = paged.items.filter(() => tag === undefined).map((one) => toCluster(site, one))
    return { rows, paged: [paged], unproven: tag === undefined ? undefined : 'clusters_have_no_labels' }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ clusters: rows, total }),
})
