import { cloudRegionsList } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { lastOf, maybeText, texts } from '../values.ts'

const row = z.object({ name: z.string(), status: maybeText, description: maybeText, zones: texts })

// Compute's regions; every region of Google is on for every project.
export const serveRegionsList = serveList(cloudRegionsList, {
  async read(reader) {
    const list = await collect(reader, {
      service: 'compute',
      path: ['projects', reader.project.id, 'regions'],
      field: 'items',
      kind: 'compute#regionList',
      row,
      size: ['maxResults', 500],
      needs: 'compute.regions.list',
    })
    return {
      ...mapRows(list, (all) =>
        all.map((one) => ({
          region: one.name,
          name: one.description,
          enabled: true,
          zones: one.zones.map(lastOf),
          state: one.status,
        })),
      ),
      unproven: 'no_region_at_all',
    }
  },
  keyOf: (one) => [one.region],
  toValue: ({ rows, total }) => ({ regions: [...rows], total }),
})
