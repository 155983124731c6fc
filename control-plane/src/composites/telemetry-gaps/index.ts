import {
  alertsRulesList,
  datasourcesHealth,
  datasourcesList,
  logsVolumeGet,
  metricsFreshnessGet,
  metricsTargetsList,
  tracesServicesList,
  windowFrom,
  windowTo,
} from '@vedette/proto/operations'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { boundOf, itemsOf, type Read } from '../read.ts'
import type { Reader } from '../reader.ts'
import { DAY, HOUR, spanArguments } from '../shared/time.ts'
import { freshnessGaps, type Gap, ruleGaps, streamGaps, targetGaps, vanishedServices } from './gaps.ts'

const SCALE = ['no_gap', 'gaps'] as const
const MAX_ROWS = { brief: 40, full: 150 } as const
const MAX_SOURCES = 6

const INPUT = z.strictObject({
  metric: z
    .string()
    .min(1)
    .max(512)
    .default('up')
    .describe('Metric whose groups must be fresh (default: up)'),
  group_by: z
    .string()
    .min(1)
    .max(256)
    .default('job')
    .describe('Label that tells its groups apart (default: job)'),
  log_group: z.string().min(1).max(256).default('service').describe('Label that tells log streams apart'),
  from: windowFrom(),
  to: windowTo(),
})
type Input = z.output<typeof INPUT>

// What stopped sending: where trouble would not be seen.
export const telemetryGaps = defineComposite({
  id: 'telemetry_gaps',
  title: 'Gaps in telemetry',
  describe:
    'Lists what stopped sending or cannot be evaluated: targets down, metric groups gone silent, log streams that ended, alert rules in error or without data, services without traces.',
  when: ['missing metrics', 'no data', 'target down', 'silent logs', 'are we blind', 'vanished series'],
  needs: {
    input: ['alerts.rules.list', 'logs.volume.get', 'metrics.targets.list'],
    input_any: true,
    grading: ['alerts.rules.list', 'logs.volume.get', 'metrics.freshness.get', 'metrics.targets.list'],
    enriching: ['datasources.health', 'datasources.list', 'traces.services.list'],
  },
  input: INPUT,
  routes: ['backend'],
  window: { defaultSeconds: 6 * 3600, maxSeconds: 86_400 },
  run,
})

async function run(reader: Reader, { input, window, detail }: AskedFor<Input>): Promise<Findings> {
  const span = window ?? { from: reader.now - 6 * HOUR, to: reader.now }
  const times = spanArguments(span)
  const dayBefore = spanArguments({ from: span.to - DAY - HOUR, to: span.to - DAY })
  const lastHour = spanArguments({ from: span.to - HOUR, to: span.to })
  const [targets, rules, volumes, freshness, services, before, sources] = await Promise.all([
    reader.read(metricsTargetsList, { limit: 2000 }),
    reader.read(alertsRulesList, { limit: 1000 }),
    reader.read(logsVolumeGet, { group_by: [input.log_group], ...times, limit: 1000 }),
    reader.read(metricsFreshnessGet, {
      metric: input.metric,
      group_by: [input.group_by],
      ...times,
      limit: 1000,
    }),
    reader.read(tracesServicesList, { ...lastHour, limit: 1000 }),
    reader.read(tracesServicesList, { ...dayBefore, limit: 1000 }),
    reader.read(datasourcesList, { limit: 500 }),
  ])
  reader.follow()
  const graded: readonly Gap[] = [
    ...targetGaps(targets),
    ...ruleGaps(rules),
    ...streamGaps(volumes, span.to),
    ...freshnessGaps(freshness),
  ]
  const gaps = [
    ...graded,
    ...vanishedServices(services, before),
    ...(await readDatasources(reader, sources)),
  ].toSorted((a, b) => b.n - a.n || (a.what < b.what ? -1 : 1))
  const reads = [targets, rules, volumes, freshness]
  return {
    scale: SCALE,
    findings: graded.map(() => ({ grade: 'gaps' })),
    body: {
      gaps: gaps.slice(0, MAX_ROWS[detail]).map(({ e, ...gap }) => ({ ...gap, e: e() })),
      total: boundOf(gaps.length, [...reads, services, before, sources]),
      looked_at: reads
        .filter((read) => read.views.length > 0)
        .map((read) => ({ what: read.operation, whole: read.isWhole })),
    },
    next: gaps.slice(0, 1).map(() => ({
      tool: 'change_timeline',
      args: times,
      why: 'shows what changed when these went silent',
    })),
  }
}

// Data sources that their own dashboards cannot reach; the first few are tried.
async function readDatasources(
  reader: Reader,
  sources: Read<z.output<typeof datasourcesList.output>>,
): Promise<readonly Gap[]> {
  const known = itemsOf(sources, (value) => value.datasources).slice(0, MAX_SOURCES)
  if (known.length === 0) reader.spare(datasourcesHealth, 'no data source is known')
  const tried = await Promise.all(
    known.map(({ item, view }) =>
      reader.read(datasourcesHealth, { uid: item.uid }, { backend: view.instance }),
    ),
  )
  return tried.flatMap((read) =>
    read.views
      .filter((view) => view.value.state === 'error')
      .map(
        (view): Gap => ({
          kind: 'datasource',
          what: view.value.name ?? view.value.uid,
          where: view.instance,
          since: null,
          n: 1,
          says: view.value.message?.slice(0, 160) ?? null,
          e: view.cite,
        }),
      ),
  )
}
