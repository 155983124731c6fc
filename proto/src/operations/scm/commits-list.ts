import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { commitRow, repository } from './shapes.ts'

// Commits of a branch in a window.
export const scmCommitsList = defineOperation({
  id: 'scm.commits.list',
  title: 'Commits',
  describe: 'Lists commits of a branch or tag in a window, for a path if asked; newest first.',
  when: ['recent commits', 'who changed this file', 'commits before the incident', 'git log'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    ref: filter('Branch, tag or commit (default: the default branch)'),
    path: filter('Only commits that touch this path'),
    author: filter('Only commits of this author'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({ repo: z.string(), ref: z.string(), commits: z.array(commitRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { github: ['contents: read', 'metadata: read'], gitlab: ['read_api', 'read_repository'] },
  proof:
    'repository and ref exist, are visible to the token, and the list was read to its end for the window',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 365 * DAY },
  since: '0.1.0',
})
