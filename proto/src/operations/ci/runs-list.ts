import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { repository } from '../scm/shapes.ts'
import { DAY, total } from '../values.ts'
import { RUN_STATES, runRow } from './shapes.ts'

// Runs of workflows or pipelines in a window.
export const ciRunsList = defineOperation({
  id: 'ci.runs.list',
  title: 'CI runs',
  describe:
    'Lists runs of workflows or pipelines of a repository in a window with state, branch, commit and duration; newest first.',
  when: ['failed builds', 'pipeline status', 'did the build pass', 'ci runs before the incident'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    branch: filter('Only this branch'),
    state: z.enum(RUN_STATES).optional().describe('Only runs in this state'),
    workflow: filter('Only this workflow or pipeline, by name or file'),
    commit: filter('Only runs of this commit'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({ repo: z.string(), runs: z.array(runRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    github: ['actions: read', 'metadata: read'],
    gitlab: ['read_api'],
    datadog: ['ci_visibility_read'],
  },
  proof: 'the repository is visible to the token and its runs were read to their end for the window',
  window: { defaultSeconds: 2 * DAY, maxSeconds: 90 * DAY },
  since: '0.1.0',
})
