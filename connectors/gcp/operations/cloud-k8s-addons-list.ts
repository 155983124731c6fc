import { cloudK8sAddonsList } from '@vedette/proto/operations'
import { findCluster } from '../clusters.ts'
import { notFound, serveList } from '../reading.ts'
import { placeOf, regionOf } from '../values.ts'

// Add-ons that GKE manages in one cluster: on or off, which is all that is told of them.
export const serveK8sAddonsList = serveList(cloudK8sAddonsList, {
  async read(reader, input) {
    const one = await findCluster(reader, input.cluster)
    if (one === undefined) throw notFound('cluster', reader)
    const items = Object.entries(one.addonsConfig).map(([name, said]) => ({
      name,
      ...placeOf(reader, regionOf(one.location)),
      version: null,
      newest_compatible: null,
      state: toState(said),
      issues: [],
      managed: true,
      modified_at: null,
    }))
    return { paged: { items, stop: 'end' }, gaps: [], unproven: 'addons_not_told' }
  },
  keyOf: (row) => [row.name],
  toValue: ({ rows, total }, { cluster }) => ({ cluster, addons: [...rows], total }),
})

function toState(said: Readonly<Record<string, unknown>>): string {
  if (said['disabled'] === true || said['enabled'] === false) return 'DISABLED'
  return said['enabled'] === true || said['disabled'] === false ? 'ENABLED' : 'UNKNOWN'
}
