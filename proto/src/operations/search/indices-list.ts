import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Indexes with state, documents and size.
export const searchIndicesList = defineOperation({
  id: 'search.indices.list',
  title: 'Indexes of a search cluster',
  describe:
    'Lists indexes of a search cluster with state, documents, size, shards and age; worst and largest first.',
  when: ['largest indices', 'red index', 'index size', 'old indices', 'document count'],
  contract: 1,
  input: z.strictObject({
    pattern: filter('Only names that match this pattern, with * for any text'),
    state: z.enum(['green', 'yellow', 'red']).optional().describe('Only indexes in this state'),
    hidden: whether('Also hidden indexes'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    indices: z.array(
      z.object({
        name: z.string(),
        state: z.enum(['green', 'yellow', 'red', 'closed', 'unknown']),
        documents: maybe.number,
        size_bytes: maybe.number,
        primaries: maybe.number,
        replicas: maybe.number,
        aliases: maybe.texts,
        read_only: maybe.flag,
        phase: maybe.text,
        created_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 15,
  permissions: { elasticsearch: ['index: monitor', 'index: view_index_metadata'] },
  proof: 'the list was read whole with a role that sees every index, hidden ones only if asked',
  since: '0.1.0',
})
