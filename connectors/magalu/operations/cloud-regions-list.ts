import { cloudRegionsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { readList } from '../lists.ts'
import { serveList } from '../reading.ts'

const row = z.looseObject({
  region_id: z.string(),
  availability_zones: z
    .array(z.looseObject({ az_id: z.string(), block_type: z.string().nullish() }))
    .nullish(),
})

// Regions with their zones; one is known to be usable when one of its zones is not blocked.
export const serveCloudRegionsList = serveList(cloudRegionsList, {
  isGlobal: true,
  async read(site, input) {
    const path = ['profile', 'v0', 'availability-zones']
    const paged = await readList(site.client, {
      ...site,
      path,
      name: 'results',
      row,
      needs: 'virtual-machine.read',
    })
    const all = paged.items.map((one) => {
      const zones = one.availability_zones
      return {
        region: one.region_id,
        name: null,
        enabled: toEnabled(zones),
        zones: zones == null ? null : zones.map((each) => each.az_id),
        state: null,
      }
    })
    const rows = all.filter((one) => !input.enabled_only || one.enabled !== false)
    return { rows, paged: [paged] }
  },
  keyOf: (row) => [row.region],
  toValue: ({ rows, total }) => ({ regions: rows, total }),
})

type Zones = z.output<typeof row>['availability_zones']

// A zone's block that is not known says nothing of the region.
function toEnabled(zones: Zones): boolean | null {
  const blocks = (zones ?? []).map((one) => one.block_type)
  if (blocks.includes('none')) return true
  return blocks.length > 0 && blocks.every((one) => one === 'total') ? false : null
}
