import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsVolumeGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toIndexes, toLogQuery } from '../logs.ts'
import { toReading } from '../reading.ts'
import { aggregateTrack } from '../tracks.ts'
import { readStep } from '../window.ts'

// Lines per group over time; Datadog tells no bytes. A group that sent nothing is not among them.
export const serveLogsVolumeGet = serve(logsVolumeGet, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const step = readStep(window, input.step)
  const query = toLogQuery(input)
  const groupBy = input.group_by.length === 0 ? ['service'] : input.group_by
  const told = await aggregateTrack(
    client,
    { track: 'logs', query, window, context, indexes: toIndexes(client, input.source) },
    {
      computes: [{ aggregation: 'count' }, { aggregation: 'count', interval: step }],
      groupBy,
      limit: input.limit,
    },
  )
  const groups = told.buckets.map(({ by, values, points }) => {
    const series = points[1] ?? []
    const newest = series.findLast(([, value]) => value !== null && value > 0)?.[0]
    return {
      labels: by,
      lines: values[0] ?? null,
      bytes: null,
      newest_at: newest === undefined ? null : toRfc3339(newest),
      points: [...series],
    }
  })
  const value = {
    unit: 'lines' as const,
    step_seconds: step,
    groups,
    total: told.cut === undefined ? groups.length : null,
  }
  const proof = { unproven: 'no_line_of_this_origin' }
  return toReading(value, { client, context, items: groups.length, cut: told.cut, query, proof })
})
