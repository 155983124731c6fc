import { cloudResourcesSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect, mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'
import { hasTag, holds, labels, lastOf, maybeText, maybeTime, placeOf, regionOf } from '../values.ts'

const result = z.object({
  name: z.string(),
  assetType: z.string(),
  displayName: maybeText,
  location: maybeText,
  labels,
  parentFullResourceName: maybeText,
  state: maybeText,
  createTime: maybeTime,
  updateTime: maybeTime,
})

// Resources that Cloud Asset Inventory holds. Its index lags behind and does not cover every type, so none proves
// nothing.
export const serveResourcesSearch = serveList(cloudResourcesSearch, {
  async read(reader, { query, type, tag }) {
    const list = await collect(reader, {
      service: 'assets',
      path: ['projects', { of: reader.project.id, verb: 'searchAllResources' }],
      query: type === undefined ? {} : { assetTypes: type },
      field: 'results',
      row: result,
      size: ['pageSize', 500],
      needs: 'cloudasset.assets.searchAllResources',
    })
    const rows = mapRows(list, (all) =>
      all
        .filter((one) => (holds(one.name, query) || holds(one.displayName, query)) && hasTag(one.labels, tag))
        .map((one) => ({
          id: one.name,
          name: one.displayName ?? lastOf(one.name),
          ...placeOf(reader, regionOf(one.location)),
          tags: one.labels,
          type: one.assetType,
          parent: one.parentFullResourceName,
          state: one.state,
          created_at: one.createTime,
          updated_at: one.updateTime,
        })),
    )
    return { ...rows, unproven: 'inventory_lags_behind' }
  },
  keyOf: (row) => [row.type, row.id],
  toValue: ({ rows, total }) => ({ resources: [...rows], types_covered: null, inventory_at: null, total }),
})
