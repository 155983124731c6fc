import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'

// Marks on dashboards or events of a monitoring system in a window.
export const annotationsList = defineOperation({
  id: 'annotations.list',
  title: 'Annotations',
  describe:
    'Lists annotations or events in a window by tag and text: deploy marks, maintenance, notes of people.',
  when: ['deploy markers', 'events on the graph', 'annotations', 'maintenance note', 'what was marked'],
  contract: 1,
  input: z.strictObject({
    tags: z
      .array(z.string().min(1).max(256))
      .max(10)
      .default([])
      .describe('Only those with all of these tags'),
    dashboard: filter('Only those of this dashboard, by uid'),
    contains: filter('Text in the title or text'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    annotations: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        until: maybe.time,
        title: maybe.freeText,
        text: maybe.freeText,
        tags: z.array(z.string()),
        source: maybe.text,
        by: maybe.userHandle,
        dashboard: maybe.text,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: { grafana: ['annotations:read', 'dashboards:read'], datadog: ['events_read'] },
  proof: 'the window was read to its end with a token that sees all folders',
  window: { defaultSeconds: DAY, maxSeconds: 31 * DAY },
  since: '0.1.0',
})
