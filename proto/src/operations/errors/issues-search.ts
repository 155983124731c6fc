import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { ISSUE_STATES, issueRow } from './shapes.ts'

// Groups of equal errors with events in a window.
export const errorsIssuesSearch = defineOperation({
  id: 'errors.issues.search',
  title: 'Error issues',
  describe:
    'Searches groups of equal application errors that had events in a window, with counts, first and last release and whether each is new or came back.',
  when: [
    'new errors',
    'exceptions since the release',
    'which error is growing',
    'stack trace in production',
    'regressions',
  ],
  contract: 1,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe("Query in the backend's own language (Sentry search, Datadog), instead of the filters"),
    project: filter('Only this project or application'),
    service: filter('Only this service'),
    environment: filter('Only this environment (prod, staging)'),
    contains: filter('Text in the title or type'),
    state: z.enum(ISSUE_STATES).optional().describe('Only issues in this state'),
    sort: z
      .enum(['events', 'users', 'last_seen', 'first_seen'])
      .default('events')
      .describe('Largest or newest first (default: events in the window)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({ issues: z.array(issueRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: {
    sentry: ['event:read', 'project:read', 'org:read'],
    datadog: ['error_tracking_read'],
    gcp: ['errorreporting.groups.list'],
  },
  proof: 'the project exists, received events in the window, and the search was read to its end',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  dialect: { argument: 'query' },
  sensitive: true,
  since: '0.1.0',
})
