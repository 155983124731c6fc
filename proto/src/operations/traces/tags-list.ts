import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Attribute names that spans carry.
export const tracesTagsList = defineOperation({
  id: 'traces.tags.list',
  title: 'Attributes of spans',
  describe: 'Lists the names of attributes that spans and resources carried in a window.',
  when: ['which span attributes', 'what can I filter traces by', 'trace tags', 'resource attributes'],
  contract: 1,
  input: z.strictObject({
    scope: z
      .enum(['span', 'resource', 'all'])
      .default('all')
      .describe('Attributes of spans, of resources, or all (default)'),
    service: filter('Only spans of this service'),
    contains: filter('Text in the name'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    tags: z.array(
      z.object({ name: z.string(), scope: z.enum(['span', 'resource', 'unknown']), type: maybe.text }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    tempo: ['GET /api/v2/search/tags'],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['apm_read'],
    signoz: ['Viewer'],
  },
  proof: 'the backend received spans in the window and its list of names was not cut',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
