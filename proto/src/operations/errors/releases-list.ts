import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'

// Releases with new issues and crash-free share.
export const errorsReleasesList = defineOperation({
  id: 'errors.releases.list',
  title: 'Releases of the error tracker',
  describe:
    'Lists releases that were created or had events in a window, with new issues and the share of sessions without a crash; newest first.',
  when: ['recent releases', 'crash free rate by release', 'which release is bad', 'adoption of a version'],
  contract: 1,
  input: z.strictObject({
    project: filter('Only this project'),
    environment: filter('Only this environment (prod, staging)'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    releases: z.array(
      z.object({
        release: z.string(),
        projects: z.array(z.string()),
        created_at: maybe.time,
        released_at: maybe.time,
        new_issues: maybe.number,
        crash_free_sessions_ratio: maybe.number,
        crash_free_users_ratio: maybe.number,
        adoption_ratio: maybe.number,
        sessions: maybe.number,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { sentry: ['project:read', 'org:read'] },
  proof: 'the project exists and the list was read to its end for the window',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 90 * DAY },
  since: '0.1.0',
})
