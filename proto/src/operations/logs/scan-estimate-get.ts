import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { windowFrom, windowTo } from '../fields.ts'
import { DAY, HOUR, maybe } from '../values.ts'
import { logFilters, rawLogQuery } from './shapes.ts'

// How much a log query would read, and what that may cost.
export const logsScanEstimateGet = defineOperation({
  id: 'logs.scan_estimate.get',
  title: 'Size of a log scan',
  describe:
    'Estimates how many bytes and streams a log query over a window would read, and its price where the vendor charges for scans. Reads no line.',
  when: ['how expensive is this log query', 'bytes to scan', 'log insights cost', 'will this query time out'],
  contract: 1,
  input: z.strictObject({ ...logFilters(), query: rawLogQuery(), from: windowFrom(), to: windowTo() }),
  output: z.object({
    bytes: maybe.number,
    lines: maybe.number,
    streams: maybe.number,
    sources: z.array(z.string()),
    price_usd: maybe.number,
    // `index`: from the backend's own statistics; `volume`: from how much came in, filters not counted.
    how: z.enum(['index', 'volume']),
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    loki: ['GET /loki/api/v1/index/stats', 'GET /loki/api/v1/labels', 'GET /loki/api/v1/label/<name>/values'],
    grafana: ['datasources:read', 'datasources:query'],
    aws: ['logs:DescribeLogGroups', 'cloudwatch:GetMetricData'],
  },
  proof: 'never: an estimate of zero is no proof that there is no line',
  window: { defaultSeconds: HOUR, maxSeconds: 31 * DAY },
  dialect: { argument: 'query' },
  since: '0.1.0',
})
