import { matchVisible, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { dashboardsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { cutOf, readList } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { cannotAsk } from '../refusals.ts'
import { text, toTime } from '../values.ts'

const summary = z.object({ id: z.string(), title: text, description: text, modified_at: text, url: text })
const page = z.object({ dashboards: z.array(summary) })

// Dashboards by title. Datadog's list has neither their tags nor folders.
export const serveDashboardsSearch = serve(
  dashboardsSearch,
  async (client: DatadogClient, input, context) => {
    if (input.tag !== undefined) throw cannotAsk('tag', "Datadog's list of dashboards has no tags")
    if (input.folder !== undefined) throw cannotAsk('folder', 'dashboards of Datadog lie in no folder')
    const { answers, paged } = await readList(client, {
      path: ['v1', 'dashboard'],
      page: { size: 'count', place: 'start', by: 'row', rows: 100 },
      schema: page,
      rowsOf: ({ dashboards }) => dashboards,
      needs: 'dashboards_read',
      context,
    })
    const rows = answers
      .flatMap(({ dashboards }) => dashboards)
      .filter(({ title }) => matchVisible(context, title, input.query))
    const sliced = sliceByKey(rows, ({ title, id }) => [title ?? '', id], input)
    const dashboards = sliced.rows.map(({ id, title, description, modified_at, url }) => ({
      uid: id,
      title: title ?? '',
      folder: null,
      tags: [],
      description: description ?? null,
      modified_at: toTime(modified_at),
      url: toPage(client, url?.startsWith('/') === true && !url.startsWith('//') ? url : `/dashboard/${id}`),
    }))
    return toReading(
      { dashboards, total: sliced.total },
      {
        client,
        context,
        items: dashboards.length,
        cut: cutOf(paged),
        failed: toFailed(paged),
        total: sliced.total,
        cursor: sliced.cursor,
        proof: { proof: 'enumerated' },
      },
    )
  },
)
