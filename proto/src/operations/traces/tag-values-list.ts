import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe, total } from '../values.ts'

// Values that one attribute of spans took.
export const tracesTagValuesList = defineOperation({
  id: 'traces.tag_values.list',
  title: 'Values of a span attribute',
  describe: 'Lists the values that one attribute of spans or resources took in a window.',
  when: ['values of a span attribute', 'which versions emit spans', 'which environments have traces'],
  contract: 1,
  input: z.strictObject({
    tag: wanted('Attribute, as traces_tags_list gives it'),
    scope: z
      .enum(['span', 'resource'])
      .optional()
      .describe('Whether it is of spans or of resources (default: either)'),
    contains: filter('Text in the value'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    tag: z.string(),
    values: z.array(z.object({ value: z.string(), type: maybe.text })),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    tempo: ['GET /api/v2/search/tag/<name>/values'],
    grafana: ['datasources:read', 'datasources:query'],
  },
  proof: 'the attribute took other values in the window, and the list of them was not cut',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  since: '0.1.0',
})
