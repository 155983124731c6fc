import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { repository } from './shapes.ts'

// Releases of a repository.
export const scmReleasesList = defineOperation({
  id: 'scm.releases.list',
  title: 'Releases',
  describe: 'Lists releases of a repository with tag, commit, author and notes; newest first.',
  when: ['latest release', 'which version was released', 'release notes', 'changelog of a version'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    drafts: whether('Also drafts and releases that are still to come'),
    limit: limit(20, 200),
    cursor: cursor(),
  }),
  output: z.object({
    repo: z.string(),
    releases: z.array(
      z.object({
        id: z.string(),
        name: maybe.text,
        tag: z.string(),
        // The commit or branch that the tag stands on, as far as the vendor says.
        commit: maybe.text,
        state: z.enum(['published', 'prerelease', 'draft', 'upcoming']),
        author: maybe.userHandle,
        notes: maybe.freeText,
        assets: maybe.texts,
        created_at: maybe.time,
        published_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { github: ['contents: read', 'metadata: read'], gitlab: ['read_api'] },
  proof:
    'the repository is visible to the token and its releases were read to their end; drafts are shown only to those who may write',
  since: '0.1.0',
})
