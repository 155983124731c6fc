import { cloudLoadBalancersList } from '@vedette/proto/operations'
import { readBalancers, toBalancer } from '../balancers.ts'
import { serveList } from '../reading.ts'

// Network load balancers. They carry no labels, so none of a label is ever proved.
export const serveCloudLoadBalancersList = serveList(cloudLoadBalancersList, {
  async read(site, { network, exposure, tag }) {
    const paged = await readBalancers(site)
    const all = paged.items.map((one) => ({
      ...toBalancer(site, one),
      zones: null,
      listeners:
        one.listeners?.map((each) => ({ protocol: each.protocol ?? 'unknown', port: each.port ?? null })) ??
        null,
    }))
    const rows = all.filter(
      (one) =>
        tag === undefined &&
        (network === undefined || one.network === network) &&
        (exposure === undefined || one.exposure === exposure),
    )
    const isUnsure = exposure !== undefined && all.some((one) => one.exposure === 'unknown')
    return {
      rows,
      paged: [paged],
      unproven: tag !== undefined ? 'balancers_have_no_labels' : isUnsure ? 'exposure_not_told' : undefined,
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ load_balancers: rows, total }),
})
