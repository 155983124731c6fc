import { readPages, sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dashboardsSearch } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { searchRows } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'
import { toPageUrl } from '../urls.ts'

const PAGE = 1000
const MAX_ITEMS = 10_000

// Dashboards in the folders that the credential may see. Others are left out without a word, so the list is whole only
// for a credential that may read all folders.
export const serveDashboardsSearch = serve(
  dashboardsSearch,
  async (client: GrafanaClient, input, context) => {
    const paged = await readPages(
      async (cursor) => {
        const page = Number(cursor ?? '1')
        const items = await client.ask({
          path: ['search'],
          query: {
            ...{ type: 'dash-db', limit: `${PAGE}`, page: `${page}` },
            ...(input.query === undefined ? {} : { query: input.query }),
            ...(input.tag === undefined ? {} : { tag: input.tag }),
          },
          schema: searchRows,
          needs: 'dashboards:read',
          context,
        })
        return { items, ...(items.length < PAGE ? {} : { next: `${page + 1}` }) }
      },
      { maxItems: MAX_ITEMS },
    )
    const hidden = await findHidden(client, ['dashboards:read'], context)
    const { folder } = input
    const rows = paged.items.filter(
      ({ folderUid, folderTitle }) => folder === undefined || folderUid === folder || folderTitle === folder,
    )
    const page = sliceByKey(rows, ({ title, uid }) => [title, uid], input)
    const dashboards = page.rows.map(({ uid, title, tags, folderTitle, description, url }) => ({
      ...{ uid, title, folder: folderTitle ?? null, tags: tags ?? [], description: description ?? null },
      modified_at: null,
      url: toPageUrl(client.config.url, url),
    }))
    const isCut = paged.stop !== 'end'
    const scope = await client.identify(context)
    return tellReading(
      { dashboards, total: hidden === undefined && !isCut ? page.total : null },
      {
        ...{ context, scope, items: dashboards.length, cursor: page.cursor, doubt: hidden },
        ...(isCut ? {} : { total: page.total }),
        cut: isCut ? 'page' : undefined,
        beside: paged.stop === 'failed' ? [{ scope, state: paged.error.state, ...paged.error.carried }] : [],
        evidence:
          hidden !== undefined
            ? { unproven: hidden }
            : folder === undefined
              ? { proof: 'enumerated' }
              : { unproven: 'folder_may_not_exist' },
      },
    )
  },
)
