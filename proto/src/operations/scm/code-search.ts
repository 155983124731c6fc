import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Places in code that contain a text.
export const scmCodeSearch = defineOperation({
  id: 'scm.code.search',
  title: 'Code search',
  describe:
    'Searches the code of one or all repositories for a text and gives files with the lines that match.',
  when: ['where is this configured', 'grep the code', 'who uses this setting', 'where is this error thrown'],
  contract: 1,
  input: z.strictObject({
    query: z.string().min(1).max(256).describe('Text to look for'),
    repo: filter('Only this repository, with its owner or group'),
    path: filter('Only paths that contain this'),
    language: filter('Only this language'),
    limit: limit(25, 100),
    cursor: cursor(),
  }),
  output: z.object({
    matches: z.array(
      z.object({
        repo: z.string(),
        path: z.string(),
        ref: maybe.text,
        lines: z.array(z.object({ number: maybe.number, text: freeText })),
        url: maybe.url,
      }),
    ),
    // Vendors index the default branch only, and cut large files and old repositories.
    complete: maybe.flag,
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { github: ['contents: read', 'metadata: read'], gitlab: ['read_api'] },
  proof:
    'the repository is indexed, its default branch was searched and the vendor says that the result is complete',
  sensitive: true,
  since: '0.1.0',
})
