import { z } from 'zod'
import { RUN_STATES } from '../ci/shapes.ts'
import { defineOperation } from '../define.ts'
import { limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { changedFile, pullRow, repository } from './shapes.ts'

// One pull request with files, reviews and checks.
export const scmPullsGet = defineOperation({
  id: 'scm.pulls.get',
  title: 'One pull request',
  describe: 'Gives one pull or merge request with description, files, reviews, checks and merge state.',
  when: ['pull request details', 'who approved', 'did checks pass', 'what is in this pull request'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    number: z.int().min(1).describe('Number of the pull or merge request'),
    patches: whether('Also the patches, cut to size'),
    limit: limit(100, 300),
  }),
  output: z.object({
    pull: pullRow,
    body: maybe.freeText,
    files: z.array(changedFile),
    reviews: z
      .array(
        z.object({
          by: maybe.userHandle,
          state: z.enum(['approved', 'changes_requested', 'commented', 'dismissed', 'pending', 'unknown']),
          at: maybe.time,
        }),
      )
      .nullable(),
    checks: z.array(z.object({ name: z.string(), state: z.enum(RUN_STATES), url: maybe.url })).nullable(),
    mergeable: maybe.flag,
    files_total: total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    github: ['pull requests: read', 'contents: read', 'checks: read', 'commit statuses: read'],
    gitlab: ['read_api', 'read_repository'],
  },
  proof: 'never: an unknown number is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
