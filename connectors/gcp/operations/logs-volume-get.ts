import { chooseStep, parseInstant } from '@vedette/connectors/kit'
import { ArgumentError } from '@vedette/proto/connector'
import { logsVolumeGet } from '@vedette/proto/operations'
import type { z } from 'zod'
import { mapRows } from '../answers.ts'
import type { Reader } from '../client.ts'
import { quote } from '../entries.ts'
import { METRIC_DIALECT } from '../filters.ts'
import { serveList } from '../reading.ts'
import { readSeries, type Series, toSample } from '../series.ts'
import { needTime } from '../values.ts'

const MIN_STEP = 60
const LOG = 'metric.labels.log'
const RESOURCE = 'resource.labels.'

// Names by which entries can be kept apart: what Cloud Logging counts has no other labels.
const FIELDS: Readonly<Record<string, string>> = Object.freeze({
  log: LOG,
  source: LOG,
  severity: 'metric.labels.severity',
  service: 'resource.labels.service_name',
  container: 'resource.labels.container_name',
  cluster: 'resource.labels.cluster_name',
  namespace: 'resource.labels.namespace_name',
  host: 'resource.labels.node_name',
  region: 'resource.labels.location',
})
// Labels under the names by which they are asked.
const SHOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(FIELDS).flatMap(([name, field]): [string, string][] =>
    field.startsWith(RESOURCE) ? [[field.slice(RESOURCE.length), name]] : [],
  ),
)
const LABELS = Object.freeze(['cluster', 'namespace', 'service'] as const)
const SEVERITIES = Object.freeze(['critical', 'error', 'warning', 'info', 'debug', 'trace'] as const)
const GOOGLES = Object.freeze({
  critical: ['CRITICAL', 'ALERT', 'EMERGENCY'],
  error: ['ERROR'],
  warning: ['WARNING'],
  info: ['INFO', 'NOTICE'],
  debug: ['DEBUG'],
  trace: ['DEFAULT'],
} as const)
const UNCOUNTED = Object.freeze([
  'workload',
  'environment',
  'host',
  'contains',
  'not',
  'trace_id',
] as const satisfies readonly (keyof Filters)[])

type Filters = z.output<typeof logsVolumeGet.input>

// Entries by log as Cloud Logging counts them itself, excluded entries left out. Entries are not read, so nothing but
// what the counter carries can narrow it; a log without a series may have stopped before the window or never existed.
export const serveLogsVolumeGet = serveList(logsVolumeGet, {
  async read(reader, input) {
    const filter = toFilter(reader, input)
    const list = await readSeries(reader, {
      ...{ filter, ...toSpan(input), maxItems: 1000 },
      aggregation: {
        ...{ seconds: toStep(input), aligner: 'ALIGN_DELTA', reducer: 'REDUCE_SUM' },
        groupBy: toFields(input.group_by),
      },
    })
    const rows = mapRows(list, (all) => all.map(toGroup))
    return { ...rows, query: filter, dialect: METRIC_DIALECT, unproven: 'no_log_counted_in_the_window' }
  },
  keyOf: ({ lines, labels }) => [-lines, JSON.stringify(Object.entries(labels).sort())],
  toValue: ({ rows, total }, input) => ({
    unit: 'lines' as const,
    step_seconds: toStep(input),
    groups: [...rows],
    total,
  }),
})

function toSpan({ from, to }: Filters) {
  return { from: parseInstant(from, 'from'), to: parseInstant(to, 'to') }
}

function toStep(input: Filters): number {
  return Math.max(MIN_STEP, input.step ?? chooseStep(toSpan(input), 61, MIN_STEP))
}

function toFields(wanted: readonly string[]): readonly string[] {
  const unknown = wanted.find((name) => !Object.hasOwn(FIELDS, name))
  if (unknown !== undefined)
    throw new ArgumentError({
      field: 'group_by',
      message: 'counted log entries have no such label',
      fix: `take of ${Object.keys(FIELDS).join(', ')}`,
    })
  return [...new Set([LOG, ...wanted.flatMap((name) => FIELDS[name] ?? [])])]
}

function toFilter({ project }: Reader, input: Filters): string {
  for (const field of UNCOUNTED) {
    const given = input[field]
    if (given === undefined || given.length === 0) continue
    throw new ArgumentError({
      field,
      message: `counted log entries cannot be narrowed by ${field}`,
      fix: `leave ${field} out, or ask logs_search`,
    })
  }
  const prefix = `projects/${project.id}/logs/`
  const { source, severity } = input
  const log = source?.startsWith(prefix) === true ? source.slice(prefix.length) : source
  const least = severity === undefined ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1)
  const words = least.flatMap((one) => GOOGLES[one])
  return [
    'metric.type="logging.googleapis.com/log_entry_count"',
    ...(log === undefined ? [] : [`${LOG}=${quote(log.replaceAll('%2F', '/'))}`]),
    ...(words.length === 0 ? [] : [`metric.labels.severity=one_of(${words.map(quote).join(',')})`]),
    ...LABELS.flatMap((name) => {
      const wanted = input[name]
      return wanted === undefined ? [] : [`${FIELDS[name]}=${quote(wanted)}`]
    }),
  ].join(' AND ')
}

// One log's counts, oldest first. Its newest entry is known only to the step in which it was counted.
function toGroup({ metric, resource, points }: Series) {
  const told = points
    .flatMap(({ interval, value }): [number, number][] => {
      const sample = toSample(value)
      return typeof sample === 'number' ? [[Date.parse(needTime(interval.endTime)), sample]] : []
    })
    .toSorted((a, b) => a[0] - b[0])
  const newest = told.findLast(([, count]) => count > 0)
  const labels = { ...(resource?.labels ?? {}), ...(metric?.labels ?? {}) }
  return {
    labels: Object.fromEntries(
      Object.entries(labels).map(([name, value]) => [SHOWN.get(name) ?? name, value]),
    ),
    lines: told.reduce((sum, [, count]) => sum + count, 0),
    bytes: null,
    newest_at: newest === undefined ? null : needTime(new Date(newest[0]).toISOString()),
    points: told,
  }
}
