import { metricsSeriesList } from '@vedette/proto/operations'
import { checkExact, dimensionsOf, meets, parseMetricName, readMetrics } from '../metric-names.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'

// Dimensions of metrics that had data in two weeks, or in the last three hours for a window within them.
export const serveMetricsSeriesList = serveList(metricsSeriesList, {
  async read(reader, input) {
    checkExact(input.match)
    const only = input.metric === undefined ? {} : parseMetricName(input.metric)
    const paged = await readMetrics(reader, { ...only, from: Date.parse(input.from) })
    const series = mapPaged(paged, (all) =>
      all
        .map((one) => ({
          ...dimensionsOf(one),
          __name__: one.MetricName ?? '',
          namespace: one.Namespace ?? '',
          region: reader.region,
        }))
        .filter((labels) => meets(labels, input.match)),
    )
    return { paged: series, ...(paged.items.length === 0 ? { unproven: 'metric_unknown' } : {}) }
  },
  keyOf: (labels) => [JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)))],
  toValue: ({ rows, all }) => ({ series: [...rows], total: all.length }),
})
