import { ArgumentError } from '@vedette/proto/connector'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'

export type Metric = NonNullable<Output<'cloudwatch', 'listMetrics'>['Metrics']>[number]

const RECENT_MS = 3 * 3_600_000

// Metrics of a region, to their end or to five thousand. CloudWatch lists those that had data in the last two weeks; a
// window of the last three hours narrows to those.
export function readMetrics(
  reader: Reader,
  only: Readonly<{ namespace?: string; name?: string; from?: number }> = {},
) {
  const { namespace, name, from } = only
  const isRecent = from !== undefined && from >= reader.context.clock.now() - RECENT_MS
  return collect<Metric>(async (NextToken) => {
    const said = await reader.call('cloudwatch', 'listMetrics', {
      ...(namespace === undefined ? {} : { Namespace: namespace }),
      ...(name === undefined ? {} : { MetricName: name }),
      ...(isRecent ? { RecentlyActive: 'PT3H' as const } : {}),
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    return { items: said.Metrics, next: said.NextToken }
  })
}

// A metric by one name: `AWS/SQS:NumberOfMessagesSent`.
export function toMetricName({ Namespace, MetricName }: Metric): string {
  return `${Namespace ?? ''}:${MetricName ?? ''}`
}

// The namespace and name of a metric; the name alone when it has no colon.
export function parseMetricName(text: string): Readonly<{ namespace?: string; name: string }> {
  const at = text.lastIndexOf(':')
  return at === -1 ? { name: text } : { namespace: text.slice(0, at), name: text.slice(at + 1) }
}

// A metric's dimensions as labels.
export function dimensionsOf({ Dimensions }: Metric): Record<string, string> {
  return Object.fromEntries((Dimensions ?? []).map((one) => [one.Name ?? '', one.Value ?? '']))
}

type Match = Readonly<{ label: string; op: '=' | '!=' | '=~' | '!~'; value: string }>

// Whether labels meet every condition; a label that is absent is empty.
export function meets(labels: Readonly<Record<string, string>>, match: readonly Match[]): boolean {
  return match.every(({ label, op, value }) => {
    const own = labels[label] ?? ''
    return op === '=' ? own === value : own !== value
  })
}

// CloudWatch's dimensions are compared whole. Throws ArgumentError for a condition with a regular expression.
export function checkExact(match: readonly Match[]): void {
  if (match.every(({ op }) => op === '=' || op === '!=')) return
  throw new ArgumentError({
    field: 'match',
    message: 'dimensions of CloudWatch take = and != only',
    fix: 'leave regular expressions out',
  })
}
