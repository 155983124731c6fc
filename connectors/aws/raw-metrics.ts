import { ArgumentError } from '@vedette/proto/connector'
import type { Reader } from './connect.ts'
import { isRefused } from './errors.ts'
import { type MetricResult, toPoints } from './metrics.ts'
import { need } from './values.ts'

export const METRICS_DIALECT = 'cloudwatch_metrics'

// What PromQL has and neither Metrics Insights nor metric math.
const FOREIGN =
  /\{[^}]*(?:=~|!~|!=|="|=')|\b(?:rate|irate|increase|histogram_quantile|sum by|sum without)\s*\(/

export type RawSeries = Readonly<{ labels: Record<string, string>; points: [number, number][] }>
export type RawAnswer = Readonly<{ series: readonly RawSeries[]; isPartial: boolean }>

// Checks that a raw query is Metrics Insights or metric math. Throws `wrong_dialect`.
export function checkExpression(expr: string): void {
  if (!FOREIGN.test(expr)) return
  throw new ArgumentError({
    code: 'wrong_dialect',
    field: 'expr',
    message: 'expr is not a query of CloudWatch',
    fix: `write Metrics Insights (SELECT AVG(CPUUtilization) FROM SCHEMA("AWS/EC2", InstanceId)) or metric math (SEARCH('{AWS/EC2,InstanceId} MetricName="CPUUtilization"', 'Average'))`,
  })
}

// Runs a raw query over a window. Throws ArgumentError when CloudWatch refuses the expression.
export async function runExpression(
  reader: Reader,
  expr: string,
  window: Readonly<{ from: number; to: number; step: number }>,
): Promise<RawAnswer> {
  const results: MetricResult[] = []
  let NextToken: string | undefined
  for (let page = 0; page < 20; page++) {
    const said = await ask(reader, expr, { ...window, NextToken })
    results.push(...need(said.MetricDataResults))
    NextToken = said.NextToken
    if (NextToken === undefined || NextToken === '') break
  }
  const merged = Map.groupBy(results, (one) => one.Label ?? one.Id ?? '')
  const series = [...merged].map(([label, parts]) => ({
    labels: { label, region: reader.region },
    points: parts.flatMap(toPoints),
  }))
  const isWhole = results.every(
    (one) =>
      one.StatusCode === undefined || one.StatusCode === 'Complete' || one.StatusCode === 'PartialData',
  )
  const last = results.at(-1)?.StatusCode
  return {
    series: series.filter((one) => one.points.length > 0),
    isPartial: !isWhole || last === 'PartialData' || (NextToken !== undefined && NextToken !== ''),
  }
}

async function ask(
  reader: Reader,
  Expression: string,
  {
    from,
    to,
    step,
    NextToken,
  }: Readonly<{ from: number; to: number; step: number; NextToken: string | undefined }>,
) {
  try {
    return await reader.call('cloudwatch', 'getMetricData', {
      StartTime: new Date(from),
      EndTime: new Date(to),
      ScanBy: 'TimestampAscending',
      MetricDataQueries: [{ Id: 'q0', Expression, Period: step }],
      ...(NextToken === undefined ? {} : { NextToken }),
    })
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new ArgumentError({
      field: 'expr',
      message: 'CloudWatch refuses expr',
      fix: 'check namespace, dimensions and quotes; Metrics Insights reads the last two weeks',
    })
  }
}

// Seconds between points that CloudWatch takes: whole minutes.
export function toPeriod(seconds: number): number {
  return Math.max(60, Math.ceil(seconds / 60) * 60)
}
