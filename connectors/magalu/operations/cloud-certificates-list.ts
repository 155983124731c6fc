import { cloudCertificatesList } from '@vedette/proto/operations'
import { readBalancers } from '../balancers.ts'
import { serveList } from '../reading.ts'
import { toMs, toTime } from '../values.ts'

const DAY_MS = 86_400_000

// Certificates of load balancers, which are all that Magalu Cloud lists. What names one covers is not told.
export const serveCloudCertificatesList = serveList(cloudCertificatesList, {
  async read(site, { expiring_within_days: within, domain }) {
    const paged = await readBalancers(site)
    const now = site.context.clock.now()
    const all = paged.items.flatMap((balancer) =>
      (balancer.tls_certificates ?? []).map((one) => {
        const ends = toMs(one.expiration_date)
        const days = ends === undefined ? null : Math.floor((ends - now) / DAY_MS)
        return {
          id: one.id,
          name: one.name ?? null,
          account: site.account,
          region: site.region,
          tags: null,
          domains: [],
          issuer: null,
          state:
            ends === undefined
              ? ('unknown' as const)
              : ends <= now
                ? ('expired' as const)
                : ('issued' as const),
          not_before: null,
          not_after: toTime(one.expiration_date),
          days_left: days,
          managed: false,
          renewal: 'manual' as const,
          used_by: [balancer.name ?? balancer.id],
          key_algorithm: null,
        }
      }),
    )
    const rows = all.filter(
      (one) =>
        domain === undefined &&
        // One whose end is not told may end within any number of days.
        (within === undefined || one.days_left === null || one.days_left <= within),
    )
    const isHidden = paged.items.some((one) => one.tls_certificates == null)
    const unproven =
      domain !== undefined ? 'certificates_tell_no_names' : isHidden ? 'certificates_not_told' : undefined
    return { rows, paged: [paged], unproven, isPartial: isHidden }
  },
  keyOf: (row) => [row.region ?? '', row.not_after ?? '', row.id],
  toValue: ({ rows, total }) => ({ certificates: rows, total }),
})
