import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Dashboards by text and tag.
export const dashboardsSearch = defineOperation({
  id: 'dashboards.search',
  title: 'Dashboards',
  describe: 'Searches dashboards by text in the title and by tag; gives id, folder and link.',
  when: ['find a dashboard', 'which dashboard shows', 'dashboards of a team', 'dashboards by tag'],
  contract: 1,
  input: z.strictObject({
    query: filter('Text in the title'),
    tag: filter('Only dashboards with this tag'),
    folder: filter('Only this folder, by name or uid'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    dashboards: z.array(
      z.object({
        uid: z.string(),
        title: freeText,
        folder: maybe.text,
        tags: z.array(z.string()),
        description: maybe.freeText,
        modified_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    grafana: ['dashboards:read', 'folders:read'],
    datadog: ['dashboards_read'],
    signoz: ['Viewer'],
  },
  proof: 'the search was read to its end with a token that sees all folders',
  since: '0.1.0',
})
