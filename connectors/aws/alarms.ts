import type { Paged } from '@vedette/connectors/kit'
import type { Output } from './client.ts'
import type { Reader } from './connect.ts'
import { collect } from './pages.ts'
import { need, told, toTime } from './values.ts'

type MetricAlarm = NonNullable<Output<'cloudwatch', 'describeAlarms'>['MetricAlarms']>[number]
type CompositeAlarm = NonNullable<Output<'cloudwatch', 'describeAlarms'>['CompositeAlarms']>[number]
export type Alarm = Readonly<{ metric?: MetricAlarm; composite?: CompositeAlarm }>

// Alarms of a region, composite ones included, to their end, or those of a name.
export function readAlarms(reader: Reader, names: readonly string[] = []): Promise<Paged<Alarm>> {
  return collect<Alarm>(async (NextToken) => {
    const said = await reader.call('cloudwatch', 'describeAlarms', {
      AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
      MaxRecords: 100,
      ...(names.length === 0 ? {} : { AlarmNames: [...names] }),
      ...(NextToken === undefined ? {} : { NextToken }),
    })
    // Both kinds were asked, and an empty list of one is told too.
    const metrics = need(said.MetricAlarms).map((metric): Alarm => ({ metric }))
    const composites = need(said.CompositeAlarms).map((composite): Alarm => ({ composite }))
    return { items: [...metrics, ...composites], next: said.NextToken }
  })
}

// The alarm of this ARN or name; undefined when the region has none.
export async function findAlarm(reader: Reader, wanted: string): Promise<Alarm | undefined> {
  if (wanted.startsWith('arn:') && wanted.split(':')[3] !== reader.region) return undefined
  const name = wanted.startsWith('arn:') ? wanted.split(':').slice(6).join(':') : wanted
  const paged = await readAlarms(reader, [name])
  return paged.items.find((one) => bodyOf(one)?.AlarmName === name)
}

function bodyOf({ metric, composite }: Alarm): MetricAlarm | CompositeAlarm | undefined {
  return metric ?? composite
}

const ACTIVE = Object.freeze({ ALARM: 'firing', INSUFFICIENT_DATA: 'no_data' } as const)

// Whether an alarm fires or has no data.
export function isActive(alarm: Alarm): boolean {
  return bodyOf(alarm)?.StateValue !== 'OK'
}

// What an alarm looks at: its metric and dimensions, as labels.
export function labelsOf({ metric }: Alarm, region: string): Record<string, string> {
  const dimensions = (metric?.Dimensions ?? []).map((one) => [one.Name ?? '', one.Value ?? ''])
  return {
    region,
    ...(metric?.Namespace === undefined ? {} : { namespace: metric.Namespace }),
    ...(metric?.MetricName === undefined ? {} : { metric: metric.MetricName }),
    ...Object.fromEntries(dimensions),
  }
}

// Whether an alarm is on the service: a dimension has its name.
export function isOf(alarm: Alarm, service: string | undefined): boolean {
  return service === undefined || (alarm.metric?.Dimensions ?? []).some((one) => one.Value === service)
}

// An alarm as an alert; null when it is fine. Severity is a tag that CloudWatch does not give with the alarm.
export function toAlert(reader: Reader, alarm: Alarm) {
  const one = bodyOf(alarm)
  const state = one?.StateValue
  if (one === undefined || state === 'OK') return null
  const actions = one.AlarmActions ?? []
  return {
    id: one.AlarmArn ?? one.AlarmName ?? '',
    name: one.AlarmName ?? '',
    state: state === undefined ? ('no_data' as const) : ACTIVE[state],
    severity: null,
    since: toTime(one.StateTransitionedTimestamp ?? one.StateUpdatedTimestamp),
    labels: labelsOf(alarm, reader.region),
    annotations: toAnnotations(one),
    silenced_by: one.ActionsEnabled === false ? ['actions are disabled'] : [],
    inhibited_by:
      alarm.composite?.ActionsSuppressedBy === undefined ? [] : [alarm.composite.ActionsSuppressedBy],
    receivers: [...actions],
    delivered: one.ActionsEnabled === undefined ? null : one.ActionsEnabled && actions.length > 0,
    seen_in: ['cloudwatch'],
    url: toUrl(reader.region, one.AlarmName ?? ''),
  }
}

const RULE_STATES = Object.freeze({ ALARM: 'firing', OK: 'inactive', INSUFFICIENT_DATA: 'no_data' } as const)

// An alarm as a rule: a condition that CloudWatch evaluates.
export function toRule(reader: Reader, alarm: Alarm) {
  const one = bodyOf(alarm) ?? {}
  const state = one.StateValue === undefined ? ('unknown' as const) : RULE_STATES[one.StateValue]
  const { metric } = alarm
  return {
    id: one.AlarmArn ?? one.AlarmName ?? '',
    name: one.AlarmName ?? '',
    folder: null,
    group: metric?.Namespace ?? null,
    query: metric === undefined ? (alarm.composite?.AlarmRule ?? '') : toCondition(metric),
    state,
    health:
      state === 'no_data'
        ? ('no_data' as const)
        : state === 'unknown'
          ? ('unknown' as const)
          : ('ok' as const),
    error: metric?.EvaluationState === undefined ? null : metric.EvaluationState,
    severity: null,
    for_seconds:
      metric?.Period === undefined
        ? null
        : metric.Period * (metric.DatapointsToAlarm ?? metric.EvaluationPeriods ?? 1),
    labels: labelsOf(alarm, reader.region),
    annotations: toAnnotations(one),
    active: state === 'firing' ? 1 : 0,
    evaluated_at: null,
    url: toUrl(reader.region, one.AlarmName ?? ''),
  }
}

function toAnnotations(
  one: Readonly<{ AlarmDescription?: string | undefined; StateReason?: string | undefined }>,
): Record<string, string> {
  const pairs = { description: told(one.AlarmDescription), reason: told(one.StateReason) }
  return Object.fromEntries(
    Object.entries(pairs).flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
  )
}

const OPERATORS: Readonly<Record<string, string>> = Object.freeze({
  GreaterThanThreshold: '>',
  GreaterThanOrEqualToThreshold: '>=',
  LessThanThreshold: '<',
  LessThanOrEqualToThreshold: '<=',
})

function toCondition(one: MetricAlarm): string {
  const what =
    one.MetricName === undefined
      ? (one.Metrics ?? [])
          .map((it) => it.Expression ?? it.MetricStat?.Metric?.MetricName ?? it.Id)
          .join('; ')
      : `${one.Statistic ?? one.ExtendedStatistic ?? ''}(${one.Namespace} ${one.MetricName})`
  const operator = OPERATORS[one.ComparisonOperator ?? ''] ?? one.ComparisonOperator ?? '?'
  const times = `${one.DatapointsToAlarm ?? one.EvaluationPeriods ?? '?'} of ${one.EvaluationPeriods ?? '?'} x ${one.Period ?? '?'} s`
  return `${what} ${operator} ${one.Threshold ?? 'band'} for ${times}`
}

function toUrl(region: string, name: string): string {
  return `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name)}`
}
