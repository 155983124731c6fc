import { toRfc3339 } from '@vedette/connectors/kit'
import type { Input, Output } from './client.ts'
import type { Reader } from './connect.ts'
import { need } from './values.ts'

export type MetricQuery = NonNullable<Input<'cloudwatch', 'getMetricData'>['MetricDataQueries']>[number]
export type MetricResult = NonNullable<Output<'cloudwatch', 'getMetricData'>['MetricDataResults']>[number]

export type OneMetric = Readonly<{
  namespace: string
  metric: string
  dimensions: Readonly<Record<string, string>>
  stat: string
}>

const HOUR_MS = 3_600_000

// A question for one metric of one resource, as GetMetricData takes it.
export function toMetricQuery(id: string, one: OneMetric, period: number): MetricQuery {
  return {
    Id: id,
    MetricStat: {
      Metric: {
        Namespace: one.namespace,
        MetricName: one.metric,
        Dimensions: Object.entries(one.dimensions).map(([Name, Value]) => ({ Name, Value })),
      },
      Period: period,
      Stat: one.stat,
    },
    ReturnData: true,
  }
}

// The newest point of a metric in the last three hours; null when there is none.
export async function askOneMetric(
  reader: Reader,
  one: OneMetric,
): Promise<Readonly<{ at: string; value: number }> | null> {
  const now = reader.context.clock.now()
  const said = await reader.call('cloudwatch', 'getMetricData', {
    StartTime: new Date(now - 3 * HOUR_MS),
    EndTime: new Date(now),
    ScanBy: 'TimestampDescending',
    MetricDataQueries: [toMetricQuery('m0', one, 300)],
  })
  const [result] = need(said.MetricDataResults)
  const at = result?.Timestamps?.[0]
  const value = result?.Values?.[0]
  return at === undefined || value === undefined ? null : { at: toRfc3339(at.getTime()), value }
}

// Points of a result, oldest first: epoch milliseconds and a value. Throws `unusable` for a time without its value.
export function toPoints(result: MetricResult | undefined): [number, number][] {
  const { Values, Timestamps } = need(result)
  const values = need(Values)
  const points = need(Timestamps).map((at, index): [number, number] => [at.getTime(), need(values[index])])
  return points.sort(([a], [b]) => a - b)
}
