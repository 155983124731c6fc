import { chooseStep, sideBySide, toRfc3339 } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { GcpClient, Reader } from '../client.ts'
import { METRIC_DIALECT } from '../filters.ts'
import { orNothing } from '../reading.ts'
import { readSeries, type Series, toSample } from '../series.ts'
import { PRESETS, type Preset, toQuestion } from '../signal-presets.ts'
import { needTime } from '../values.ts'

const MIN_STEP = 60
const MAX_SERIES = 20
// What labels are called in answers, so that composites can tell clusters and regions apart.
const NAMES: Readonly<Record<string, string>> = Object.freeze({
  location: 'region',
  cluster_name: 'cluster',
  namespace_name: 'namespace',
})

type Signal = ReturnType<typeof toSignal>
type Looked = Readonly<{ signal: Signal | null; isCut: boolean; parts: readonly Part[] }>
type Look = Readonly<{ from: number; to: number; step: number; service: string }>

// Metrics that Google itself keeps of Cloud Run, functions, GKE, load balancers and Cloud SQL, found by a label that
// names the service. A metric that the project never had says nothing; it is no zero.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: GcpClient, input, context) => {
    const reader = await client.open(context)
    const span = { from: Date.parse(input.from), to: Date.parse(input.to) }
    const step = Math.max(MIN_STEP, input.step ?? chooseStep(span, 60, MIN_STEP))
    const wanted = PRESETS.filter((one) => input.signals.includes(one.signal))
    const looked = await sideBySide(wanted, 4, (preset) =>
      look(reader, preset, { ...span, step, service: input.service }),
    )
    const signals = looked.flatMap(({ signal }) => signal ?? [])
    const value = {
      service: input.service,
      step_seconds: step,
      signals,
      not_seen: input.signals
        .filter((signal) => !signals.some((one) => one.signal === signal))
        .map((signal) => ({
          signal,
          why: 'no known metric has a label that names the service',
          tried: [...new Set(wanted.filter((one) => one.signal === signal).map((one) => one.preset))],
        })),
    }
    const own = toPart(reader, { items: signals.length, isCut: looked.some(({ isCut }) => isCut) })
    return partialOf(value, [own, ...looked.flatMap(({ parts }) => parts)], { dialect: METRIC_DIALECT })
  },
)

function toPart(
  { scope, context }: Reader,
  { items, isCut }: Readonly<{ items: number; isCut: boolean }>,
): Part {
  const as_of = toRfc3339(context.clock.now())
  if (isCut) return { scope, state: 'truncated', cap: 'rows', at_least: items, as_of }
  if (items > 0) return { scope, state: 'read', items, as_of }
  return { scope, state: 'unproven', items: 0, as_of, why: 'no_known_metric_names_the_service' }
}

async function look(reader: Reader, preset: Preset, asked: Look): Promise<Looked> {
  const { aligner, reducer, groupBy } = preset
  const question = toQuestion(preset, asked.service, reader.project.id)
  const list = await orNothing(
    readSeries(reader, {
      ...{ filter: question.filter, from: asked.from, to: asked.to, maxItems: MAX_SERIES },
      aggregation: { seconds: asked.step, aligner, reducer, groupBy },
    }),
  )
  if (list === undefined) return { signal: null, isCut: false, parts: [] }
  const { paged, gaps } = list
  const failed: readonly Part[] =
    paged.stop === 'failed' ? [{ scope: reader.scope, state: paged.error.state, ...paged.error.carried }] : []
  const all = paged.items.map((one) => toPoints(one, preset.scale)).filter(({ points }) => points.length > 0)
  return {
    signal: all.length === 0 ? null : toSignal(preset, question, { series: all, step: asked.step }),
    isCut: paged.stop === 'cap',
    parts: [...failed, ...gaps],
  }
}

function toSignal(
  { signal, preset, what, unit, label, aligner, reducer }: Preset,
  { value, filter }: ReturnType<typeof toQuestion>,
  { series, step }: Readonly<{ series: ReturnType<typeof toPoints>[]; step: number }>,
) {
  const query = `${filter}, ${aligner} over ${step} s, ${reducer}`
  return { signal, preset, what, unit, by: { label, value }, query, series }
}

// A series with its points oldest first, in the preset's unit.
function toPoints({ resource, metric, points }: Series, scale: number) {
  const told = Object.entries({ ...(resource?.labels ?? {}), ...(metric?.labels ?? {}) })
  return {
    labels: Object.fromEntries(told.map(([name, value]) => [NAMES[name] ?? name, value])),
    points: points
      .flatMap(({ interval, value }): [number, NonNullable<ReturnType<typeof toSample>>][] => {
        const sample = toSample(value)
        const scaled = typeof sample === 'number' ? sample * scale : sample
        return scaled === null ? [] : [[Date.parse(needTime(interval.endTime)), scaled]]
      })
      .toSorted((a, b) => a[0] - b[0]),
  }
}
