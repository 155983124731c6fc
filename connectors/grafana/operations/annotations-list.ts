import {
  checkSegment,
  checkWithin,
  matchVisible,
  readSpan,
  tellReading,
  toRfc3339,
} from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { annotationsList } from '@vedette/proto/operations'
import { findHidden } from '../access.ts'
import { annotationRows } from '../answers.ts'
import type { GrafanaClient } from '../client.ts'

const MAX_ROWS = 1000

// Annotations of the window. Grafana gives the newest ones and no cursor: as many as were asked for means that there
// may be more.
export const serveAnnotationsList = serve(annotationsList, async (client: GrafanaClient, input, context) => {
  if (input.cursor !== undefined)
    throw new ArgumentError({
      field: 'cursor',
      message: 'Grafana gives no cursor for annotations',
      fix: 'take a shorter window to see the rest',
    })
  const window = readSpan(input, context)
  const { dashboard } = input
  const told = await client.ask({
    path: ['annotations'],
    query: {
      ...{ from: `${window.from}`, to: `${window.to}`, limit: `${MAX_ROWS}` },
      ...(input.tags.length === 0 ? {} : { tags: input.tags, matchAny: 'false' }),
      ...(dashboard === undefined ? {} : { dashboardUID: checkSegment('name', dashboard, 'dashboard') }),
    },
    schema: annotationRows,
    needs: 'annotations:read',
    context,
  })
  // One that lasts reaches into the window.
  checkWithin(
    told.map(({ time, timeEnd }) => Math.max(time, Math.min(timeEnd ?? time, window.to))),
    window,
  )
  const hidden = await findHidden(client, ['annotations:read', 'dashboards:read'], context)
  const rows = told.filter(({ text }) => matchVisible(context, text, input.contains))
  const shown = rows.toSorted((a, b) => b.time - a.time).slice(0, input.limit)
  const isFull = told.length >= MAX_ROWS
  const annotations = shown.map((one) => ({
    ...{ id: `${one.id}`, at: toRfc3339(one.time), title: one.alertName || null, text: one.text ?? null },
    until: one.timeEnd == null || one.timeEnd <= one.time ? null : toRfc3339(one.timeEnd),
    ...{ tags: one.tags ?? [], source: null, by: one.login || null },
    ...{ dashboard: one.dashboardUID || null, url: null },
  }))
  return tellReading(
    { annotations, total: hidden === undefined && !isFull ? rows.length : null },
    {
      ...{ context, scope: await client.identify(context), items: annotations.length, doubt: hidden },
      cut: isFull ? 'by_source' : rows.length > shown.length ? 'rows' : undefined,
      evidence:
        hidden !== undefined
          ? { unproven: hidden }
          : dashboard === undefined
            ? { proof: 'enumerated' }
            : { unproven: 'dashboard_may_not_exist' },
    },
  )
})
