import { chooseStep, readSpan, tellPart } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { DIALECT, type TempoClient, toScope } from '../client.ts'
import { askRange } from '../questions.ts'
import { compareText, IS_ERROR, IS_SERVER, select, toAttribute } from '../traceql.ts'

type Told = z.input<typeof servicesSignalsGet.output>

const PRESETS = Object.freeze({
  traffic: { preset: 'tempo_server_spans', what: 'server spans kept', unit: 'per_second', stage: 'rate()' },
  errors: {
    preset: 'tempo_server_spans',
    what: 'share of kept server spans that failed',
    unit: 'ratio',
    stage: 'rate()',
  },
  latency: {
    preset: 'tempo_server_spans',
    what: 'p95 of kept server spans',
    unit: 'seconds',
    stage: 'quantile_over_time(duration, 0.95)',
  },
} as const)

// Golden signals of the server spans that were kept. Where traces are sampled the rate is of what was kept, which the
// part says; saturation is not in spans.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: TempoClient, input, context) => {
    const window = readSpan(input, context)
    const over = { window, context }
    const step = input.step ?? chooseStep(window, 61, 10)
    const keys = input.group_by.map((one) => toAttribute(one, 'group_by'))
    const by = keys.length === 0 ? '' : ` by (${keys.join(', ')})`
    const server = [compareText('resource.service.name', '=', input.service), IS_SERVER]
    const signals: Told['signals'] = []
    const not_seen: Told['not_seen'] = []
    const parts: Part[] = []
    for (const signal of new Set(input.signals)) {
      const scope = { ...toScope(client), signal }
      if (signal === 'saturation') {
        not_seen.push({ signal, why: 'not_in_spans', tried: [] })
        parts.push(tellPart({ context, scope, items: 0, evidence: { unproven: 'not_in_spans' } }))
        continue
      }
      const { stage, preset, what, unit } = PRESETS[signal]
      const query = `${select(server)} | ${stage}${by}`
      const told = await askRange(client, { query, step }, over)
      const failing = `${select([...server, IS_ERROR])} | ${stage}${by}`
      const failed = signal === 'errors' ? await askRange(client, { query: failing, step }, over) : undefined
      const isPartial = told.isPartial || failed?.isPartial === true
      const series = told.rows.map(({ labels, points }) => {
        const bad = new Map(
          failed?.rows.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.points,
        )
        const { p: _, __name__: __, ...own } = labels
        return {
          labels: own,
          points: points.map(([at, value]): [number, number | null] => {
            if (failed === undefined || value === null) return [at, value]
            const errors = bad.get(at) ?? (isPartial ? null : 0)
            return [at, value === 0 || errors === null ? null : errors / value]
          }),
        }
      })
      const kept = series.filter(({ points }) => points.some(([, value]) => value !== null))
      if (kept.length > 0)
        signals.push({
          signal,
          preset,
          what,
          unit,
          series: kept,
          by: { label: 'resource.service.name', value: input.service },
          query: failed === undefined ? query : `${failing}\n${query}`,
        })
      else not_seen.push({ signal, why: 'no_kept_server_spans', tried: [preset] })
      parts.push(
        tellPart({
          ...{ context, scope, items: kept.length, cut: isPartial ? 'by_source' : undefined },
          evidence: { unproven: 'no_kept_server_spans' },
          doubt: client.config.sampling_ratio === 1 ? undefined : 'share_of_kept_traces_unknown',
          newestAt: newestWhenOld(kept, window.to - Math.max(2 * step, 120) * 1000),
        }),
      )
    }
    const query = signals.map((one) => one.query).join('\n')
    return partialOf(
      { service: input.service, step_seconds: step, signals, not_seen },
      parts,
      query === '' ? {} : { query: query.slice(0, 8192), dialect: DIALECT },
    )
  },
)

// The newest value's time when it is before `due`; a series that goes on is not stale.
function newestWhenOld(
  series: readonly Readonly<{ points: readonly (readonly [number, number | null])[] }>[],
  due: number,
): number | undefined {
  const times = series.flatMap(({ points }) => points.flatMap(([at, value]) => (value === null ? [] : [at])))
  const newest = Math.max(...times)
  return times.length > 0 && newest < due ? newest : undefined
}
