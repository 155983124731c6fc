import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'

// Runbooks that match a text.
export const runbooksSearch = defineOperation({
  id: 'runbooks.search',
  title: 'Runbooks',
  describe:
    'Searches the runbooks of the organisation by text and service; gives title, place and the part that matches.',
  when: ['is there a runbook', 'how do we fix this', 'playbook', 'known procedure', 'troubleshooting guide'],
  contract: 1,
  input: z.strictObject({
    query: z.string().min(1).max(512).describe('Words to look for'),
    service: filter('Only runbooks of this service'),
    limit: limit(10, 50),
    cursor: cursor(),
  }),
  output: z.object({
    runbooks: z.array(
      z.object({
        id: z.string(),
        title: freeText,
        service: maybe.text,
        path: maybe.text,
        excerpt: maybe.freeText,
        score: maybe.number,
        updated_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: {
    'control-plane': ['the mounted folder of runbooks'],
    github: ['contents: read', 'metadata: read'],
  },
  proof: 'the folder or repository exists, holds runbooks and its index is not older than its newest file',
  since: '0.1.0',
})
