import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { stepSeconds, timeSeries } from '../metrics/shapes.ts'
import { DAY, freeText, HOUR, maybe, total } from '../values.ts'

// What one panel of a dashboard shows.
export const dashboardsPanelRun = defineOperation({
  id: 'dashboards.panel.run',
  title: 'Data of a panel',
  describe:
    'Runs the queries of one dashboard panel over a window with given variables, and gives the series or rows that it shows.',
  when: ['run a panel', 'what does the graph show', 'numbers behind the dashboard', 'panel data'],
  contract: 1,
  input: z.strictObject({
    uid: wanted('Dashboard uid, as dashboards_search gives it'),
    panel: wanted('Panel id, as dashboards_get gives it'),
    variables: z
      .record(z.string().min(1).max(128), z.array(z.string().max(512)).max(50))
      .default({})
      .describe('Values of dashboard variables: name to values'),
    from: windowFrom(),
    to: windowTo(),
    step: stepSeconds(),
    limit: limit(50, 500),
  }),
  output: z.object({
    title: freeText,
    step_seconds: maybe.number,
    queries: z.array(
      z.object({ ref: maybe.text, query: z.string(), datasource: maybe.text, error: maybe.freeText }),
    ),
    series: z.array(timeSeries),
    rows: z
      .object({
        cols: z.array(z.string()),
        rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      })
      .nullable(),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: { grafana: ['dashboards:read', 'datasources:query'] },
  proof: 'every query of the panel ran without error and its data sources had data in the window',
  window: { defaultSeconds: HOUR, maxSeconds: 31 * DAY },
  since: '0.1.0',
})
