import { cloudK8sVersionsList } from '@vedette/proto/operations'
import { readVersions } from '../kubernetes.ts'
import { serveList } from '../reading.ts'

// Versions that new clusters may have. Only what is deprecated is told, not until when one is supported.
export const serveCloudK8sVersionsList = serveList(cloudK8sVersionsList, {
  async read(site) {
    const paged = await readVersions(site)
    const rows = paged.items.map((one) => ({
      version: one.version,
      account: site.account,
      region: site.region,
      state: one.deprecated ? ('unsupported' as const) : ('unknown' as const),
      default: null,
      released_at: null,
      standard_support_ends_at: null,
      extended_support_ends_at: null,
      channels: null,
    }))
    return { rows, paged: [paged], unproven: 'no_version_is_told' }
  },
  keyOf: (row) => [row.region ?? '', row.version],
  toValue: ({ rows, total }) => ({ versions: rows, total }),
})
