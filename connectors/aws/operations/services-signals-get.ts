import { chooseStep, sideBySide } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { AwsClient, Reader } from '../connect.ts'
import { dimensionsOf, type Metric, readMetrics } from '../metric-names.ts'
import { toMetricQuery, toPoints } from '../metrics.ts'
import { checkWhole } from '../pages.ts'
import { type Piece, readPieces } from '../pieces.ts'
import { METRICS_DIALECT, toPeriod } from '../raw-metrics.ts'
import { namesService, PRESETS, type Preset } from '../signal-presets.ts'
import { need } from '../values.ts'

type Seen = Readonly<{
  signal: Preset['signal']
  preset: string
  what: string
  unit: Preset['unit']
  by: { label: string; value: string }
  query: string
  series: { labels: Record<string, string>; points: [number, number][] }[]
  // More series name the service than one question takes.
  isCut: boolean
}>

// Metrics that AWS itself keeps of load balancers, functions, container services and databases, found by a dimension
// that names the service.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: AwsClient, input, context) => {
    const session = await client.open(servicesSignalsGet, context)
    const window = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const step = toPeriod(input.step ?? chooseStep(window, 60, 60))
    const wanted = PRESETS.filter((one) => input.signals.includes(one.signal))
    const read = await readPieces(session, { context }, async (reader): Promise<Piece<readonly Seen[]>> => {
      const seen = await sideBySide(wanted, 3, (preset) =>
        look(reader, preset, { ...window, step, service: input.service }),
      )
      const found = seen.flatMap((one) => one ?? [])
      const isCut = found.some((one) => one.isCut)
      const unproven = 'no_known_metric_names_the_service'
      return { piece: found, items: found.length, unproven, ...(isCut ? { cut: 'rows' } : {}) }
    })
    const signals = read.pieces.flat()
    const value = {
      service: input.service,
      step_seconds: step,
      signals: signals.map(({ isCut: _, ...one }) => one),
      not_seen: input.signals
        .filter((signal) => !signals.some((one) => one.signal === signal))
        .map((signal) => ({
          signal,
          why: 'no known metric has a dimension that names the service',
          tried: wanted.filter((one) => one.signal === signal).map((one) => one.preset),
        })),
    }
    return partialOf(value, read.parts, { dialect: METRICS_DIALECT })
  },
)

type Look = Readonly<{ from: number; to: number; step: number; service: string }>

async function look(reader: Reader, preset: Preset, { from, to, step, service }: Look): Promise<Seen | null> {
  const paged = await readMetrics(reader, { namespace: preset.namespace, name: preset.metric })
  checkWhole(paged)
  const own = paged.items.filter((one) => sameKeys(one, preset) && namesService(one, preset.label, service))
  const some = own.slice(0, 20)
  if (some.length === 0) return null
  const said = await reader.call('cloudwatch', 'getMetricData', {
    StartTime: new Date(from),
    EndTime: new Date(to),
    ScanBy: 'TimestampAscending',
    MetricDataQueries: some.map((one, index) =>
      toMetricQuery(
        `m${index}`,
        {
          namespace: preset.namespace,
          metric: preset.metric,
          dimensions: dimensionsOf(one),
          stat: preset.stat,
        },
        step,
      ),
    ),
  })
  const results = need(said.MetricDataResults)
  const scale = preset.unit === 'per_second' ? 1 / step : preset.scale
  const series = some.flatMap((one, index) => {
    const points = toPoints(results.find((it) => it.Id === `m${index}`)).map(
      ([at, value]): [number, number] => [at, value * scale],
    )
    return points.length === 0 ? [] : [{ labels: { ...dimensionsOf(one), region: reader.region }, points }]
  })
  if (series.length === 0) return null
  const { signal, unit, what } = preset
  const value = dimensionsOf(some[0] ?? {})[preset.label] ?? service
  const query = `${preset.stat}(${preset.namespace} ${preset.metric}) where ${preset.label} names ${service}, every ${step} s`
  return {
    signal,
    preset: preset.preset,
    what,
    unit,
    by: { label: preset.label, value },
    query,
    series,
    isCut: own.length > some.length,
  }
}

// A metric is kept under several sets of dimensions; only the preset's own set counts, or it would count twice.
function sameKeys(metric: Metric, preset: Preset): boolean {
  return Object.keys(dimensionsOf(metric)).sort().join() === [...preset.dimensions].sort().join()
}
