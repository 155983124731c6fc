import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Data sources that dashboards and alerts read from.
export const datasourcesList = defineOperation({
  id: 'datasources.list',
  title: 'Data sources',
  describe:
    'Lists the data sources of Grafana with type, address and whether each is the default; never their credentials.',
  when: ['grafana data sources', 'which backends', 'datasource uid', 'where do dashboards read from'],
  contract: 1,
  input: z.strictObject({
    type: filter('Only this type (prometheus, loki, tempo ...)'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    datasources: z.array(
      z.object({
        uid: z.string(),
        name: z.string(),
        type: z.string(),
        url: maybe.url,
        is_default: maybe.flag,
        access: z.enum(['proxy', 'direct', 'unknown']),
        database: maybe.text,
        read_only: maybe.flag,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { grafana: ['datasources:read'] },
  proof: 'the list was read whole with a token that may read all data sources',
  since: '0.1.0',
})
