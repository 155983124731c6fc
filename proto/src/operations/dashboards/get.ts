import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted } from '../fields.ts'
import { freeText, maybe } from '../values.ts'

// Panels of one dashboard with their queries.
export const dashboardsGet = defineOperation({
  id: 'dashboards.get',
  title: 'One dashboard',
  describe:
    'Gives the panels of one dashboard with titles, queries, data sources, units and thresholds, and its variables.',
  when: ['what does this dashboard show', 'queries of a dashboard', 'panel query', 'dashboard variables'],
  contract: 1,
  input: z.strictObject({
    uid: wanted('Dashboard uid, as dashboards_search gives it'),
    panel: filter('Only panels whose title contains this'),
  }),
  output: z.object({
    uid: z.string(),
    title: freeText,
    description: maybe.freeText,
    folder: maybe.text,
    tags: z.array(z.string()),
    panels: z.array(
      z.object({
        id: z.string(),
        title: freeText,
        row: maybe.text,
        kind: z.string(),
        description: maybe.freeText,
        unit: maybe.text,
        queries: z.array(
          z.object({ ref: maybe.text, datasource: maybe.text, dialect: maybe.text, query: z.string() }),
        ),
        thresholds: z.array(z.number()).nullable(),
      }),
    ),
    variables: z.array(
      z.object({ name: z.string(), kind: maybe.text, current: maybe.texts, query: maybe.text }),
    ),
    modified_at: maybe.time,
    modified_by: maybe.userHandle,
    version: maybe.number,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    grafana: ['dashboards:read', 'folders:read'],
    datadog: ['dashboards_read'],
    signoz: ['Viewer'],
  },
  proof: 'never: an unknown uid is an error of the argument',
  since: '0.1.0',
})
