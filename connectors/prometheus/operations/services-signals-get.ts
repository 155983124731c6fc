import { readSpan, type Span, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { PrometheusClient } from '../client.ts'
import { checkSeries } from '../doubts.ts'
import { type ChosenPreset, choosePresets, listTried } from '../presets/choose.ts'
import { type Signal, toFigure } from '../presets/types.ts'
import { askRange, buildQuery } from '../questions.ts'
import { askPart, MAX_QUERY, toReading, toScope } from '../reading.ts'
import { toSeriesAnswer } from '../samples.ts'
import { findService, type ServiceSighting } from '../services.ts'
import { askSideBySide } from '../side-by-side.ts'
import { chooseRateSeconds, readStep } from '../window.ts'

// Groups of one figure at the most.
const MAX_GROUPS = 100

type Asked = Readonly<{
  by: readonly string[]
  window: Span
  step: number
  context: CallContext
  sightings: readonly ServiceSighting[]
}>

// Golden signals from whatever known instrumentation the service has. Each figure is a part of its own; a signal
// without series is `unproven` and stands in `not_seen`, because not measured is not the same as zero.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const step = readStep(window, input.step)
    const sightings = await findService(client, input.service, { window, context })
    const asked = { by: input.group_by, window, step, context, sightings }
    const wanted = [...new Set(input.signals)]
    const answers = await askSideBySide(wanted, 2, (signal) => readSignal(client, signal, asked))
    const value = {
      service: input.service,
      step_seconds: step,
      signals: answers.flatMap((one) => one.rows),
      not_seen: answers.flatMap((one) => one.notSeen),
    }
    const queries = value.signals.map((one) => one.query).join('\n')
    const warnings = answers.flatMap((one) => one.warnings).slice(0, 20)
    return partialOf(
      value,
      answers.flatMap((one) => one.parts),
      {
        ...(queries === '' ? {} : { query: queries.slice(0, MAX_QUERY), dialect: 'promql' }),
        ...(warnings.length === 0 ? {} : { warnings }),
      },
    )
  },
)

type Row = Awaited<ReturnType<typeof readFigure>>['row']
type SignalAnswer = Readonly<{
  rows: readonly Row[]
  notSeen: readonly { signal: Signal; why: string; tried: string[] }[]
  parts: readonly Part[]
  warnings: readonly string[]
}>

async function readSignal(client: PrometheusClient, signal: Signal, asked: Asked): Promise<SignalAnswer> {
  const scope = { ...toScope(client), signal }
  const chosen = await askPart(scope, () => choosePresets(client, signal, asked))
  if (chosen.failed !== undefined) return { rows: [], notSeen: [], parts: [chosen.failed], warnings: [] }
  const presets = chosen.value ?? []
  if (presets.length === 0) {
    const why = asked.sightings.length === 0 ? 'service_unknown' : 'no_known_instrumentation'
    const as_of = toRfc3339(asked.context.clock.now())
    const parts: Part[] = [{ scope, state: 'unproven', items: 0, as_of, why }]
    return { rows: [], notSeen: [{ signal, why, tried: listTried(signal) }], parts, warnings: [] }
  }
  const figures = await askSideBySide(presets, 2, (one) => {
    const at = { ...scope, figure: toFigure(one.preset) }
    return askPart(at, () => readFigure(client, one, asked))
  })
  const read = figures.flatMap((one) => (one.value === undefined ? [] : [{ ...one.value }]))
  const parts = figures.flatMap(({ value, failed }, index) => {
    if (failed !== undefined) return [failed]
    const preset = presets[index]?.preset
    const at = preset === undefined ? scope : { ...scope, figure: toFigure(preset) }
    return (value?.parts ?? []).map((part) => ({ ...part, scope: at }))
  })
  const rows = read.map((one) => one.row).filter((row) => row.series.length > 0)
  const silent = rows.length === 0 && read.length > 0
  const notSeen = silent ? [{ signal, why: 'no_samples', tried: presets.map((one) => one.preset.id) }] : []
  return { rows, notSeen, parts, warnings: read.flatMap((one) => one.warnings) }
}

async function readFigure(client: PrometheusClient, { preset, sighting }: ChosenPreset, asked: Asked) {
  const { window, step, context, by } = asked
  const range = chooseRateSeconds(step)
  const query = buildQuery(client, preset.build({ service: sighting.matcher, by, range }).promql)
  const told = await askRange(client, query, { window, step, context })
  const { series, total, newest } = toSeriesAnswer(told.data.result, { window, step, limit: MAX_GROUPS })
  const { doubt } =
    series.length === 0 ? {} : await checkSeries(client, query, { newest, window, step, context })
  const row = {
    signal: preset.signal,
    preset: preset.id,
    what: preset.what,
    unit: preset.unit,
    by: { label: sighting.matcher.label, value: sighting.matcher.value },
    query: query.text,
    series,
  }
  const cut = total > series.length ? { cutTo: series.length } : {}
  const facts = { items: series.length, context, told: [told], proof: { unproven: 'no_samples' }, ...cut }
  const reading = toReading(client, row, doubt === undefined ? facts : { ...facts, doubt })
  return { row, parts: reading.parts, warnings: told.warnings }
}
