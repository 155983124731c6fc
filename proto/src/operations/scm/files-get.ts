import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted } from '../fields.ts'
import { freeText, maybe } from '../values.ts'
import { repository } from './shapes.ts'

// One file as it stands at a revision.
export const scmFilesGet = defineOperation({
  id: 'scm.files.get',
  title: 'One file of a repository',
  describe:
    'Gives one text file of a repository at a branch, tag or commit, or a range of its lines; redacted.',
  when: ['show the source', 'config file in the repo', 'dockerfile', 'values file', 'read code'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    path: wanted('Path in the repository'),
    ref: filter('Branch, tag or commit (default: the default branch)'),
    from_line: z.int().min(1).default(1).describe('First line (default 1)'),
    lines: z.int().min(1).max(2000).default(400).describe('Lines at most (default 400)'),
  }),
  output: z.object({
    repo: z.string(),
    path: z.string(),
    ref: z.string(),
    commit: maybe.text,
    size_bytes: maybe.number,
    lines_total: maybe.number,
    from_line: z.number(),
    text: freeText,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { github: ['contents: read'], gitlab: ['read_repository', 'read_api'] },
  proof: 'never: an unknown path is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
