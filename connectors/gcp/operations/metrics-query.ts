import { parseInstant } from '@vedette/connectors/kit'
import { metricsQuery } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { checkMetricFilter, METRIC_DIALECT } from '../filters.ts'
import { serveList } from '../reading.ts'
import { readSeries, toLabels, toSample } from '../series.ts'
import { needTime } from '../values.ts'

const LOOK_BACK_MS = 900_000

// The newest point of each series within fifteen minutes before the instant. No series proves nothing.
export const serveMetricsQuery = serveList(metricsQuery, {
  async read(reader, { expr, at }) {
    const filter = checkMetricFilter(expr)
    const to = at === undefined ? reader.context.clock.now() : parseInstant(at, 'at')
    const list = await readSeries(reader, { filter, from: to - LOOK_BACK_MS, to })
    const rows = mapRows(list, (all) =>
      all.flatMap((one) => {
        const newest = one.points[0]
        if (newest === undefined) return []
        const value = toSample(newest.value)
        return value === null ? [] : [{ labels: toLabels(one), value, at: needTime(newest.interval.endTime) }]
      }),
    )
    return { ...rows, query: filter, dialect: METRIC_DIALECT, unproven: 'no_series_in_the_window' }
  },
  keyOf: (row) => [JSON.stringify(Object.entries(row.labels).sort())],
  toValue: ({ rows, all }) => ({ result: 'vector' as const, samples: [...rows], total: all.length }),
})
