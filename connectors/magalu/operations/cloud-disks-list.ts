import { cloudDisksList } from '@vedette/proto/operations'
import { readVolumes, toDisk } from '../compute.ts'
import { serveList } from '../reading.ts'

// Volumes of every region that is read. They carry no labels, so none of a label is ever proved.
export const serveCloudDisksList = serveList(cloudDisksList, {
  async read(site, { unattached, tag }) {
    const paged = await readVolumes(site)
    const all = paged.items.map((one) => toDisk(site, one))
    const rows = all.filter((one) => tag === undefined && (!unattached || one.attached_to?.length === 0))
    const isUnsure = unattached && all.some((one) => one.attached_to === null)
    return {
      rows,
      paged: [paged],
      unproven: tag !== undefined ? 'volumes_have_no_labels' : isUnsure ? 'attachments_not_told' : undefined,
    }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ disks: rows, total }),
})
