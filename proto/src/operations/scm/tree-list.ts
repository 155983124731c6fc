import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { repository } from './shapes.ts'

// What a folder of a repository holds.
export const scmTreeList = defineOperation({
  id: 'scm.tree.list',
  title: 'Files of a folder',
  describe: 'Lists files and folders in one folder of a repository at a revision.',
  when: ['list files of a repository', 'what is in this folder', 'where is the manifest', 'browse code'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    path: filter('Folder (default: the root)'),
    ref: filter('Branch, tag or commit (default: the default branch)'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    repo: z.string(),
    ref: z.string(),
    path: z.string(),
    entries: z.array(
      z.object({
        name: z.string(),
        path: z.string(),
        kind: z.enum(['file', 'folder', 'link', 'submodule', 'unknown']),
        size_bytes: maybe.number,
        sha: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { github: ['contents: read', 'metadata: read'], gitlab: ['read_api', 'read_repository'] },
  proof:
    'never: a folder without files does not exist in git, and an unknown one is an error of the argument',
  since: '0.1.0',
})
