import { chooseStep, parseInstant } from '@vedette/connectors/kit'
import { metricsQueryRange } from '@vedette/proto/operations'
import { mapRows } from '../answers.ts'
import { checkMetricFilter, METRIC_DIALECT } from '../filters.ts'
import { serveList } from '../reading.ts'
import { readSeries, type Series, toLabels, toSample } from '../series.ts'
import { needTime } from '../values.ts'

const MIN_STEP = 60

// Points of each series over the window, as they were written; of each step the newest stays.
export const serveMetricsQueryRange = serveList(metricsQueryRange, {
  async read(reader, input) {
    const filter = checkMetricFilter(input.expr)
    const from = parseInstant(input.from, 'from')
    const to = parseInstant(input.to, 'to')
    const step = toStep({ from, to, step: input.step })
    const list = await readSeries(reader, { filter, from, to })
    const rows = mapRows(list, (all) =>
      all.map((one) => ({ labels: toLabels(one), points: thinOut(one.points, step * 1000) })),
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

// The newest point of each step, oldest first; points come newest first.
function thinOut(points: Series['points'], stepMs: number): [number, ReturnType<typeof toSample>][] {
  const kept = new Map<number, [number, ReturnType<typeof toSample>]>()
  for (const { interval, value } of points) {
    const at = Date.parse(needTime(interval.endTime))
    const slot = Math.floor(at / stepMs)
    const known = kept.get(slot)
    if (known === undefined || known[0] < at) kept.set(slot, [at, toSample(value)])
  }
  return [...kept.values()].toSorted((a, b) => a[0] - b[0])
}
