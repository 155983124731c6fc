import { metricsNamesList } from '@vedette/proto/operations'
import { checkExact, dimensionsOf, meets, readMetrics, toMetricName } from '../metric-names.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds } from '../values.ts'

// Names of metrics as `namespace:name`. CloudWatch lists what had data in two weeks, not in the window alone.
export const serveMetricsNamesList = serveList(metricsNamesList, {
  async read(reader, input) {
    checkExact(input.match)
    const paged = await readMetrics(reader, { from: Date.parse(input.from) })
    const names = mapPaged(paged, (all) => {
      const own = all.filter((one) => meets(dimensionsOf(one), input.match)).map(toMetricName)
      return [...new Set(own)].filter((name) => holds(name, input.contains))
    })
    return { paged: names, ...(paged.items.length === 0 ? { unproven: 'no_metric_is_known' } : {}) }
  },
  keyOf: (name) => [name],
  toValue: ({ rows, all }) => ({ names: [...new Set(rows)], total: new Set(all).size }),
})
