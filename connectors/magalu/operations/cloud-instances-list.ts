import { cloudInstancesList } from '@vedette/proto/operations'
import { readInstances, toInstance } from '../compute.ts'
import { serveList } from '../reading.ts'
import { hasTag } from '../values.ts'

// Virtual machines of every region that is read.
export const serveCloudInstancesList = serveList(cloudInstancesList, {
  async read(site, { state, tag, network }) {
    const paged = await readInstances(site)
    const all = paged.items.map((one) => toInstance(site, one))
    const rows = all.filter(
      (one) =>
        (state === undefined || one.power === state) &&
        (network === undefined || one.network === network) &&
        hasTag(one.tags, tag),
    )
    const isUnsure =
      (state !== undefined && all.some((one) => one.power === 'unknown')) ||
      (network !== undefined && all.some((one) => one.network === null))
    return { rows, paged: [paged], unproven: isUnsure ? 'machines_without_what_was_asked_for' : undefined }
  },
  keyOf: (row) => [row.region ?? '', row.name ?? '', row.id],
  toValue: ({ rows, total }) => ({ instances: rows, total }),
})
