import { chooseStep, parseInstant } from '@vedette/connectors/kit'
import { metricsQueryRange } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { checkMetricFilter, METRIC_DIALECT } from '../filters.ts'
import { serveList } from '../reading.ts'
import { readSeries, toLabels, toSample } from '../series.ts'

const MIN_STEP = 60

// Points of each series over the window, as they were written; a step only thins them out by the newest in it.
export const serveMetricsQueryRange = serveList(metricsQueryRange, {
  async read(reader, input) {
    const filter = checkMetricFilter(input.expr)
    const from = parseInstant(input.from, 'from')
    const to = parseInstant(input.to, 'to')
    const step = toStep({ from, to, step: input.step })
    // The newest value of each step: it leaves every kind of metric as it is.
    const list = await readSeries(reader, { filter, from, to, step, aligner: 'ALIGN_NEXT_OLDER' })
    const rows = mapRows(list, (all) =>
      all.map((one) => ({
        labels: toLabels(one),
        points: one.points
          .map((it): [number, ReturnType<typeof toSample>] => [
            Date.parse(it.interval.endTime),
            toSample(it.value),
          ])
          .toReversed(),
      })),
    )
    return { ...rows, query: filter, dialect: METRIC_DIALECT, unproven: 'no_series_in_the_window' }
  },
  keyOf: (row) => [JSON.stringify(Object.entries(row.labels).sort())],
  toValue: ({ rows, all }, input) => ({
    step_seconds: toStep({
      from: parseInstant(input.from, 'from'),
      to: parseInstant(input.to, 'to'),
      step: input.step,
    }),
    series: [...rows],
    total: all.length,
  }),
})

function toStep({
  from,
  to,
  step,
}: Readonly<{ from: number; to: number; step: number | undefined }>): number {
  return Math.max(MIN_STEP, step ?? chooseStep({ from, to }, 61, MIN_STEP))
}
