import { cloudK8sVersionsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { placeOf, toTime, toWord } from '../values.ts'

const STATES = Object.freeze({
  STANDARD_SUPPORT: 'standard',
  EXTENDED_SUPPORT: 'extended',
  UNSUPPORTED: 'unsupported',
} as const)

// Kubernetes versions that EKS knows, unsupported ones included.
export const serveK8sVersionsList = serveList(cloudK8sVersionsList, {
  async read(reader) {
    const paged = await collect(async (nextToken) => {
      const said = await reader.call('eks', 'describeClusterVersions', {
        includeAll: true,
        ...(nextToken === undefined ? {} : { nextToken }),
      })
      return { items: said.clusterVersions, next: said.nextToken }
    })
    return mapPaged(paged, (all) =>
      all.map((one) => ({
        version: one.clusterVersion ?? '',
        ...placeOf(reader),
        state: toWord(STATES, one.versionStatus),
        default: one.defaultVersion ?? null,
        released_at: toTime(one.releaseDate),
        standard_support_ends_at: toTime(one.endOfStandardSupportDate),
        extended_support_ends_at: toTime(one.endOfExtendedSupportDate),
        channels: null,
      })),
    )
  },
  keyOf: (row) => [row.region ?? '', -Number(row.version.replace(/^1\./, '')) || 0, row.version],
  toValue: ({ rows, total }) => ({ versions: [...rows], total }),
})
