import { chooseStep, readSpan, tellPart } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { servicesSignalsGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { DIALECT, type SignozClient, toScope } from '../client.ts'
import { checkKey } from '../expression.ts'
import { askSeries } from '../questions.ts'
import { HAS_ERROR, KINDS, toGroup, toSpanFilter } from '../spans.ts'

type Told = z.input<typeof servicesSignalsGet.output>

const PRESET = 'signoz_server_spans'
const PRESETS = Object.freeze({
  traffic: { what: 'server spans kept', unit: 'per_second', expression: 'rate()', scale: 1 },
  errors: {
    what: 'share of kept server spans that failed',
    unit: 'ratio',
    expression: `countIf(${HAS_ERROR}) / count()`,
    scale: 1,
  },
  latency: {
    what: 'p95 of kept server spans',
    unit: 'seconds',
    expression: 'p95(duration_nano)',
    scale: 1e-9,
  },
} as const)

// Golden signals of the server spans that were kept. A rate of zero is not measured, since SigNoz says the same of a
// service that it does not know; saturation is not in spans.
export const serveServicesSignalsGet = serve(
  servicesSignalsGet,
  async (client: SignozClient, input, context) => {
    const window = readSpan(input, context)
    const step = input.step ?? chooseStep(window, 61, 60)
    const filter = toSpanFilter({ service: input.service }, [`kind = ${KINDS.server}`])
    const groupBy = input.group_by.map((one) => checkKey(toGroup(one), 'group_by'))
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
      const { what, unit, expression, scale } = PRESETS[signal]
      const told = await askSeries(
        client,
        { signal: 'traces', filter, expressions: [expression], groupBy, step },
        { window, context },
      )
      const series = told.rows
        .filter(({ points }) =>
          points.some(([, value]) => value !== null && (signal === 'errors' || value > 0)),
        )
        .map(({ labels, points }) => ({
          labels,
          points: points.map(([at, value]): [number, number | null] => [
            at,
            value === null ? null : value * scale,
          ]),
        }))
      const query = `${expression} | ${filter}`
      const by = { label: 'service.name', value: input.service }
      if (series.length > 0) signals.push({ signal, preset: PRESET, what, unit, by, query, series })
      else not_seen.push({ signal, why: 'no_kept_server_spans', tried: [PRESET] })
      const times = series.flatMap(({ points }) =>
        points.flatMap(([at, value]) => (value === null ? [] : [at])),
      )
      const newest = Math.max(...times)
      parts.push(
        tellPart({
          ...{ context, scope, items: series.length, cut: told.isFull ? 'by_source' : undefined },
          evidence: { unproven: told.isWarned ? 'source_warned' : 'no_kept_server_spans' },
          doubt: told.isWarned
            ? 'source_warned'
            : client.config.sampling_ratio === 1
              ? undefined
              : 'share_of_kept_traces_unknown',
          newestAt: newest < window.to - Math.max(2 * step, 120) * 1000 ? newest : undefined,
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
