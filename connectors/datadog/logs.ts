import type { Span } from '@vedette/connectors/kit'
import { askHalf } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { logsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { joinTerms, quote, term } from './query.ts'
import { notFound, type Proof } from './reading.ts'
import { aggregateTrack, type Event } from './tracks.ts'
import { bag, digText, flatten, texts, toTags, toTime } from './values.ts'

type Severity = NonNullable<z.output<typeof logsSearch.input>['severity']>
export type LogFilters = Pick<
  z.output<typeof logsSearch.input>,
  | 'service'
  | 'workload'
  | 'cluster'
  | 'namespace'
  | 'environment'
  | 'host'
  | 'source'
  | 'severity'
  | 'contains'
  | 'not'
  | 'trace_id'
>

// Datadog's status words, by our severities; what is in no row is not known, and never good.
const WORDS: Readonly<Record<Severity, readonly string[]>> = Object.freeze({
  critical: ['emergency', 'alert', 'critical'],
  error: ['error'],
  warning: ['warn'],
  info: ['notice', 'info', 'ok'],
  debug: ['debug'],
  trace: ['trace'],
})
const ORDER = Object.keys(WORDS) as readonly Severity[] // keys of the table above
const MAX_MESSAGE = 8192

// The severity that a status word means; null for a word that is not known.
export function toSeverity(status: unknown): Severity | null {
  const word = typeof status === 'string' ? status.toLowerCase() : ''
  return ORDER.find((one) => WORDS[one]?.includes(word)) ?? null
}

// Terms that name where lines come from.
function toOrigin(filters: LogFilters): readonly string[] {
  const { workload } = filters
  return [
    ...term('service', filters.service),
    ...(workload === undefined
      ? []
      : [
          `(kube_deployment:${quote(workload)} OR kube_stateful_set:${quote(workload)} OR kube_daemon_set:${quote(workload)} OR kube_job:${quote(workload)} OR kube_cronjob:${quote(workload)})`,
        ]),
    ...term('kube_cluster_name', filters.cluster),
    ...term('kube_namespace', filters.namespace),
    ...term('env', filters.environment),
    ...term('host', filters.host),
  ]
}

// The search that filters mean. A severity also takes what is worse.
export function toLogQuery(filters: LogFilters): string {
  const { severity, contains, not, trace_id } = filters
  const words =
    severity === undefined ? [] : ORDER.slice(0, ORDER.indexOf(severity) + 1).flatMap((one) => WORDS[one])
  return joinTerms([
    ...toOrigin(filters),
    ...(words.length === 0 ? [] : [`status:(${words.join(' OR ')})`]),
    ...contains.map(quote),
    ...not.map((one) => `-${quote(one)}`),
    ...term('trace_id', trace_id),
  ])
}

// Which indexes are asked: the caller's, within what the configuration allows. Throws ArgumentError outside it.
export function toIndexes(client: DatadogClient, source: string | undefined): readonly string[] {
  const { log_indexes: allowed } = client.config
  if (source === undefined) return allowed
  if (allowed.length === 0 || allowed.includes(source)) return [source]
  throw notFound('source')
}

const indexList = z.object({
  indexes: z.array(
    z.object({
      name: z.string(),
      num_retention_days: z.number().nullish(),
      is_rate_limited: z.boolean().nullish(),
      exclusion_filters: z.array(z.object({ is_enabled: z.boolean().nullish() })).nullish(),
      tags: texts,
    }),
  ),
})
export type LogIndex = z.output<typeof indexList>['indexes'][number]

// The organisation's log indexes, narrowed to those that the configuration allows.
export async function readIndexes(client: DatadogClient, context: CallContext): Promise<readonly LogIndex[]> {
  const { indexes } = await client.ask({
    path: ['v1', 'logs', 'config', 'indexes'],
    schema: indexList,
    needs: 'logs_read_config',
    context,
  })
  const { log_indexes: allowed } = client.config
  return allowed.length === 0 ? indexes : indexes.filter((one) => allowed.includes(one.name))
}

// What stands behind no line at all: the indexes are known, keep the whole window and drop nothing, and lines of the
// same origin arrived in the window.
export async function proveNoLines(
  client: DatadogClient,
  filters: LogFilters,
  over: Readonly<{ window: Span; context: CallContext }>,
): Promise<Proof> {
  if (filters.trace_id !== undefined) return { unproven: 'lines_may_carry_no_trace_id' }
  const listed = await askHalf({}, () => readIndexes(client, over.context))
  if (listed.value === undefined) return { unproven: 'log_indexes_not_listable' }
  const asked = toIndexes(client, filters.source)
  const used = asked.length === 0 ? listed.value : listed.value.filter((one) => asked.includes(one.name))
  if (used.length === 0 || used.length < asked.length) return { unproven: 'log_index_unknown' }
  const days = (over.context.clock.now() - over.window.from) / 86_400_000
  if (used.some((one) => (one.num_retention_days ?? 0) < days)) return { unproven: 'window_beyond_retention' }
  if (used.some((one) => one.is_rate_limited !== false)) return { unproven: 'index_over_its_daily_limit' }
  if (used.some((one) => (one.exclusion_filters ?? []).some(({ is_enabled }) => is_enabled !== false)))
    return { unproven: 'index_drops_lines' }
  const query = joinTerms(toOrigin(filters))
  const counted = await askHalf({}, () =>
    aggregateTrack(
      client,
      { track: 'logs', query, indexes: asked, ...over },
      { computes: [{ aggregation: 'count' }] },
    ),
  )
  if (counted.value === undefined || counted.value.cut !== undefined)
    return { unproven: 'origin_not_counted' }
  const lines = counted.value.buckets[0]?.values[0] ?? 0
  return lines > 0 ? { proof: 'existence_checked' } : { unproven: 'no_line_of_this_origin' }
}

// One line as it leaves: message cut at 8 KiB, attributes flattened.
export function toLine({ id, attributes }: Event) {
  const { message, tags } = z
    .object({ message: z.string().nullish(), tags: texts })
    .catch({ message: null, tags: [] })
    .parse(attributes)
  const labels = toTags(tags)
  const own = bag.safeParse(attributes.attributes).data ?? {}
  const whole = message ?? ''
  return {
    id: id === '' ? null : id,
    at: toTime(attributes.timestamp) ?? '',
    severity: toSeverity(attributes.status),
    message: whole.slice(0, MAX_MESSAGE),
    service: digText(attributes, 'service'),
    workload: labels.kube_deployment ?? labels.kube_stateful_set ?? labels.kube_daemon_set ?? null,
    host: digText(attributes, 'host'),
    source: null,
    trace_id: digText(own, 'trace_id') ?? digText(own, 'dd', 'trace_id'),
    attributes: { ...labels, ...flatten(own) },
    ...(whole.length > MAX_MESSAGE ? { cut: true as const } : {}),
  }
}
