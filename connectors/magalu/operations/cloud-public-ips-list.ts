import { cloudPublicIpsList } from '@vedette/proto/operations'
import { readPublicIps } from '../network.ts'
import { serveList } from '../reading.ts'
import { toTime } from '../values.ts'

// Public addresses of every region that is read.
export const serveCloudPublicIpsList = serveList(cloudPublicIpsList, {
  async read(site, { unattached, address }) {
    const paged = await readPublicIps(site)
    const all = paged.items.map((one) => ({
      id: one.id,
      name: one.name ?? null,
      account: site.account,
      region: site.region,
      tags: null,
      address: one.public_ip ?? '',
      kind: 'reserved' as const,
      // Attached to nothing only where the address itself says so.
      attached: one.port_id === undefined ? null : one.port_id !== null && one.port_id !== '',
      attached_to: one.port_id || null,
      attached_kind: one.port_id ? 'interface' : null,
      network: one.vpc_id ?? null,
      created_at: toTime(one.created_at),
    }))
    const rows = all.filter(
      (one) => (!unattached || one.attached === false) && (address === undefined || one.address === address),
    )
    const isUnsure = unattached && all.some((one) => one.attached === null)
    return { rows, paged: [paged], unproven: isUnsure ? 'attachments_not_told' : undefined }
  },
  keyOf: (row) => [row.region ?? '', row.address, row.id],
  toValue: ({ rows, total }) => ({ addresses: rows, total }),
})
