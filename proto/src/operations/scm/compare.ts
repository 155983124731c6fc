import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { changedFile, commitRow, repository } from './shapes.ts'

// Commits and files between two revisions.
export const scmCompare = defineOperation({
  id: 'scm.compare',
  title: 'Difference of two revisions',
  describe:
    'Compares two revisions of a repository: the commits between them and the files that differ, with patches if asked.',
  when: ['what changed between versions', 'diff of a release', 'commits since the last deploy', 'code diff'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    base: wanted('Older revision: a tag, branch or commit'),
    head: wanted('Newer revision: a tag, branch or commit'),
    patches: whether('Also the patches, cut to size'),
    path: filter('Only files under this path'),
    limit: limit(100, 300),
  }),
  output: z.object({
    repo: z.string(),
    base: z.string(),
    head: z.string(),
    status: z.enum(['ahead', 'behind', 'diverged', 'identical', 'unknown']),
    ahead_by: maybe.number,
    behind_by: maybe.number,
    merge_base: maybe.text,
    commits: z.array(commitRow),
    files: z.array(changedFile),
    commits_total: total,
    files_total: total,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { github: ['contents: read', 'metadata: read'], gitlab: ['read_api', 'read_repository'] },
  proof: 'both revisions exist in a repository that the token sees; vendors cut long lists, and then say so',
  sensitive: true,
  since: '0.1.0',
})
