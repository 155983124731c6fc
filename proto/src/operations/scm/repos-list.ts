import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Repositories that the credential sees.
export const scmReposList = defineOperation({
  id: 'scm.repos.list',
  title: 'Repositories',
  describe:
    'Lists repositories that the credential sees, by text in the name, with default branch and last push.',
  when: ['which repositories', 'find the repo', 'repository of a service', 'archived repos'],
  contract: 1,
  input: z.strictObject({
    query: filter('Text in the name or description'),
    archived: whether('Also archived repositories'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    repos: z.array(
      z.object({
        name: z.string().describe('With owner or group: acme/checkout'),
        description: maybe.freeText,
        default_branch: maybe.text,
        language: maybe.text,
        private: maybe.flag,
        archived: maybe.flag,
        pushed_at: maybe.time,
        topics: maybe.texts,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { github: ['metadata: read'], gitlab: ['read_api'] },
  proof: 'the list was read to its end; repositories that the token may not see are not among them',
  since: '0.1.0',
})
