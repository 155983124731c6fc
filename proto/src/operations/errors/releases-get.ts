import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { issueRow } from './shapes.ts'

// What one release brought: new issues and the share of sessions without a crash.
export const errorsReleasesGet = defineOperation({
  id: 'errors.releases.get',
  title: 'Errors of a release',
  describe:
    'Gives one release with its new issues, issues that came back, adoption and the share of sessions and users without a crash.',
  when: [
    'did the release break something',
    'crash free sessions',
    'first bad release',
    'errors since the deploy',
  ],
  contract: 1,
  input: z.strictObject({
    release: wanted('Release version, as errors_releases_list gives it'),
    project: filter('Project, where the version exists in several'),
    environment: filter('Only this environment (prod, staging)'),
    limit: limit(20, 100),
  }),
  output: z.object({
    release: z.string(),
    projects: z.array(z.string()),
    created_at: maybe.time,
    released_at: maybe.time,
    commits: maybe.number,
    // Null: sessions are not tracked, which is not the same as no crash.
    sessions: maybe.number,
    crash_free_sessions_ratio: maybe.number,
    crash_free_users_ratio: maybe.number,
    adoption_ratio: maybe.number,
    new_issues: z.array(issueRow),
    new_issues_total: total,
    regressions: z.array(issueRow).nullable(),
    previous_release: maybe.text,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { sentry: ['project:read', 'event:read', 'org:read'] },
  proof:
    'the release exists and received events since it was created; a release without sessions says nothing of crashes',
  sensitive: true,
  since: '0.1.0',
})
