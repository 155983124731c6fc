import { askHalf, readSpan, type Span, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { Part, Scope } from '@vedette/proto/visibility'
import type { DatadogClient } from '../client.ts'
import { askActive, askMetrics, newestOf, slackOf } from '../metrics.ts'
import { DIALECT, toCondition } from '../query.ts'
import { toScope } from '../reading.ts'
import { choosePresets, listTried, type Preset, type Signal } from '../signals.ts'
import { readStep } from '../window.ts'

const MAX_GROUPS = 100
const MAX_QUERY = 8192

type Asked = Readonly<{
  client: DatadogClient
  window: Span
  context: CallContext
  scope: Scope
  service: string
}>

// Golden signals from the metrics of traces and containers. A figure without samples is unproven, because not measured
// is not the same as zero; errors are told only where Datadog has a metric of them.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const condition = toCondition('service', input.service, 'service')
    const by = input.group_by.map((one) => one.replaceAll(/[^\w.:/-]/g, '_'))
    const scope = await toScope(client, context)
    const active = new Set(await askActive(client, { window, context, tagFilter: condition }))
    const asked: Asked = { client, window, context, scope, service: input.service }
    const rows = []
    const not_seen = []
    const parts: Part[] = []
    for (const signal of new Set(input.signals)) {
      const presets = choosePresets(signal, active, { condition, by })
      if (presets.length === 0) {
        const why = active.size === 0 ? 'service_unknown' : 'no_known_instrumentation'
        parts.push(toUnproven(asked, signal, why))
        not_seen.push({ signal, why, tried: listTried(signal) })
        continue
      }
      const figures = []
      for (const preset of presets) {
        const figure = await readFigure(asked, preset)
        parts.push(figure.part)
        if (figure.row !== undefined) figures.push(figure.row)
      }
      const seen = figures.filter(({ series }) => series.length > 0)
      rows.push(...seen)
      if (figures.length > 0 && seen.length === 0)
        not_seen.push({ signal, why: 'no_samples', tried: presets.map(({ id }) => id) })
    }
    const value = { service: input.service, step_seconds: stepOf(rows) ?? step, signals: rows, not_seen }
    const query = rows.map((one) => one.query).join('\n')
    return partialOf(value, parts, query === '' ? {} : { query: query.slice(0, MAX_QUERY), dialect: DIALECT })
  },
)

function toUnproven({ scope, context }: Asked, signal: Signal, why: string): Part {
  const as_of = toRfc3339(context.clock.now())
  return { scope: { ...scope, signal }, state: 'unproven', items: 0, as_of, why }
}

async function readFigure(asked: Asked, preset: Preset) {
  const { client, window, context, service } = asked
  const scope = { ...asked.scope, signal: preset.signal, figure: preset.id }
  const told = await askHalf(scope, () => askMetrics(client, preset.query, { window, context }))
  const [failed] = told.failed
  if (failed !== undefined || told.value === undefined)
    return { row: undefined, part: failed ?? toUnproven(asked, preset.signal, 'no_samples') }
  const all = told.value.filter((one) => newestOf(one) !== undefined)
  const shown = all.slice(0, MAX_GROUPS)
  const series = shown.map(({ labels, points }) => {
    const { __query__: _, ...own } = labels
    return {
      labels: own,
      points: points.map(([at, value]): [number, number | null] => [
        at,
        value === null ? null : value / preset.divisor,
      ]),
    }
  })
  const row = {
    signal: preset.signal,
    preset: preset.id,
    what: preset.what,
    unit: preset.unit,
    by: { label: 'service', value: service },
    query: preset.query,
    series,
  }
  return { row, part: toPart({ ...asked, scope }, all, series.length) }
}

function toPart(
  { scope, context, window }: Asked,
  all: Awaited<ReturnType<typeof askMetrics>>,
  items: number,
): Part {
  const as_of = toRfc3339(context.clock.now())
  if (items === 0) return { scope, state: 'unproven', items, as_of, why: 'no_samples' }
  if (all.length > items) return { scope, state: 'truncated', cap: 'rows', at_least: items, as_of }
  const newest = Math.max(...all.map((one) => newestOf(one) ?? 0))
  const lag = window.to - newest
  const [first] = all
  if (first !== undefined && lag > slackOf(first))
    return { scope, state: 'stale', as_of, newest_at: toRfc3339(newest), lag_ms: lag }
  return { scope, state: 'read', items, as_of }
}

// Datadog chooses the step by the window; the distance of two points tells which.
function stepOf(
  rows: readonly Readonly<{ series: readonly Readonly<{ points: readonly [number, unknown][] }>[] }>[],
) {
  const points = rows[0]?.series[0]?.points ?? []
  const [first, second] = points
  return first === undefined || second === undefined ? undefined : (second[0] - first[0]) / 1000
}
