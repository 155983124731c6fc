import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted, windowFrom, windowTo } from '../fields.ts'
import { DAY, freeText, HOUR, maybe, total } from '../values.ts'

// Values that a field of logs took.
export const logsFieldValuesList = defineOperation({
  id: 'logs.field_values.list',
  title: 'Values of a log field',
  describe:
    'Lists the values that one field of log lines took in a window, most frequent first where the backend counts.',
  when: ['values of a log field', 'which services log', 'distinct hosts in logs', 'status codes seen'],
  contract: 1,
  input: z.strictObject({
    field: wanted('Field name, as logs_fields_list gives it'),
    source: filter('Only this stream, index or log group'),
    service: filter('Only lines of this service'),
    contains: filter('Text in the value'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    field: z.string(),
    values: z.array(z.object({ value: freeText, count: maybe.number })),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    loki: [
      'GET /loki/api/v1/labels',
      'GET /loki/api/v1/label/<name>/values',
      'GET /loki/api/v1/detected_field/<name>/values',
    ],
    grafana: ['datasources:read', 'datasources:query'],
    datadog: ['logs_read_data', 'logs_read_index_data'],
    signoz: ['Viewer'],
    elasticsearch: ['index: read'],
  },
  proof: 'the field is known in the window and its values were not cut',
  window: { defaultSeconds: HOUR, maxSeconds: 7 * DAY },
  sensitive: true,
  since: '0.1.0',
})
