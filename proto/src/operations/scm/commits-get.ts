import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, whether } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'
import { changedFile, commitRow, repository } from './shapes.ts'

// One commit with its files.
export const scmCommitsGet = defineOperation({
  id: 'scm.commits.get',
  title: 'One commit',
  describe:
    'Gives one commit with message, files and, if asked, patches, and the pull request that it came from.',
  when: ['what did this commit change', 'diff of a commit', 'which pull request', 'commit details'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    sha: z
      .string()
      .regex(/^[0-9a-fA-F]{7,64}$/, 'must be a commit hash')
      .describe('Commit hash, at least 7 characters'),
    patches: whether('Also the patches, cut to size'),
    limit: limit(100, 300),
  }),
  output: z.object({
    commit: commitRow,
    body: maybe.freeText,
    parents: z.array(z.string()),
    verified: maybe.flag,
    files: z.array(changedFile),
    additions: maybe.number,
    deletions: maybe.number,
    pulls: z.array(z.object({ number: z.number(), title: freeText, url: maybe.url })).nullable(),
    files_total: total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 3600,
  permissions: {
    github: ['contents: read', 'metadata: read', 'pull requests: read'],
    gitlab: ['read_api', 'read_repository'],
  },
  proof: 'never: an unknown commit is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
