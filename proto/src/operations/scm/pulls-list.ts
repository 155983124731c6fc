import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { pullRow, repository } from './shapes.ts'

// Pull or merge requests by state and time.
export const scmPullsList = defineOperation({
  id: 'scm.pulls.list',
  title: 'Pull requests',
  describe:
    'Lists pull or merge requests of a repository that were created, merged or updated in a window; newest first.',
  when: ['recently merged', 'open pull requests', 'what was merged before the incident', 'merge requests'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    state: z.enum(['open', 'merged', 'closed', 'all']).default('merged').describe('State (default: merged)'),
    base: filter('Only those into this branch'),
    author: filter('Only those of this author'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({ repo: z.string(), pulls: z.array(pullRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { github: ['pull requests: read', 'metadata: read'], gitlab: ['read_api'] },
  proof: 'the repository is visible to the token and the list was read to its end for the window',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 180 * DAY },
  since: '0.1.0',
})
