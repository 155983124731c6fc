import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, total } from '../values.ts'
import { eventRow } from './shapes.ts'

// Single errors in a window.
export const errorsEventsSearch = defineOperation({
  id: 'errors.events.search',
  title: 'Error events',
  describe:
    'Searches single error events of a window by project, service, release and text, or by a raw query; newest first.',
  when: [
    'errors of the last minutes',
    'events of an issue',
    'errors after the deploy',
    'errors with this trace',
  ],
  contract: 1,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe("Query in the backend's own language (Sentry search, Datadog), instead of the filters"),
    issue: filter('Only events of this issue'),
    project: filter('Only this project or application'),
    service: filter('Only this service'),
    environment: filter('Only this environment (prod, staging)'),
    release: filter('Only this release'),
    trace_id: filter('Only events of this trace'),
    contains: filter('Text in the title or message'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({ events: z.array(eventRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    sentry: ['event:read', 'project:read', 'org:read'],
    datadog: ['error_tracking_read', 'apm_read', 'logs_read_data'],
    gcp: ['errorreporting.errorEvents.list'],
  },
  proof:
    'the project exists, received events in the window, and the search was read to its end; events that were sampled or rate limited away are not seen',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  dialect: { argument: 'query' },
  sensitive: true,
  since: '0.1.0',
})
