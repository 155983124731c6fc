import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// What browsers and apps of real users reported; people are not named.
export const rumEventsSearch = defineOperation({
  id: 'rum.events.search',
  title: 'Events of real users',
  describe:
    'Searches events that browsers and mobile apps of real users reported in a window: views, errors, slow resources; users are left out.',
  when: ['frontend errors', 'javascript exceptions', 'slow pages', 'core web vitals', 'mobile app crashes'],
  contract: 1,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe("Query in the backend's own language, instead of the filters"),
    application: filter('Only this application, by name or id'),
    kind: z
      .enum(['view', 'action', 'error', 'resource', 'long_task', 'crash'])
      .optional()
      .describe('Only events of this kind'),
    contains: filter('Text in the message or address of the page'),
    environment: filter('Only this environment (prod, staging)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    events: z.array(
      z.object({
        id: maybe.text,
        at: z.string(),
        kind: z.enum(['view', 'action', 'error', 'resource', 'long_task', 'crash', 'session', 'unknown']),
        application: maybe.text,
        version: maybe.text,
        page: maybe.freeText,
        message: maybe.freeText,
        duration_ms: maybe.number,
        largest_contentful_paint_ms: maybe.number,
        interaction_to_next_paint_ms: maybe.number,
        cumulative_layout_shift: maybe.number,
        status_code: maybe.number,
        browser: maybe.text,
        os: maybe.text,
        country: maybe.text,
        session_id: maybe.text,
        trace_id: maybe.text,
        url: maybe.url,
      }),
    ),
    sampling_ratio: maybe.number,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    datadog: ['rum_apps_read'],
    aws: ['rum:ListAppMonitors', 'rum:GetAppMonitorData'],
    sentry: ['event:read', 'project:read', 'org:read'],
  },
  proof:
    'the application exists and reported other events in the window; sessions that were not sampled are not seen',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  dialect: { argument: 'query' },
  sensitive: true,
  since: '0.1.0',
})
