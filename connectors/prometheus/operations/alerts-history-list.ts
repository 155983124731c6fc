import { chooseStep, readSpan, type Span, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsHistoryList } from '@vedette/proto/operations'
import type { PrometheusClient } from '../client.ts'
import { proveQuietHistory, proveRecorded } from '../history.ts'
import { toGraphUrl } from '../links.ts'
import { type Matcher, nameMatcher, renderSelector } from '../promql/matchers.ts'
import { askRange, buildQuery } from '../questions.ts'
import { type Proof, toReading } from '../reading.ts'
import { ACTIVE } from '../rules.ts'
import { type Series, toBareSeries } from '../samples.ts'

const MAX_POINTS = 720
const MIN_STEP_SECONDS = 15

// Spans of Prometheus' own ALERTS series: all of them only where evaluations are recorded throughout the window, and
// none only where the rules stood unchanged as well. Series in a state that nobody knows are left out, and said so.
export const serveAlertsHistoryList = serve(
  alertsHistoryList,
  async (client: PrometheusClient, input, context) => {
    const window = readSpan(input, context)
    const step = chooseStep(window, MAX_POINTS, MIN_STEP_SECONDS)
    const named: Matcher[] =
      input.rule === undefined ? [] : [{ label: 'alertname', op: '=', value: input.rule }]
    const query = buildQuery(client, renderSelector([nameMatcher('ALERTS'), ...named]))
    const told = await askRange(client, query, { window, step, context })
    const known = told.data.result.filter(({ metric }) => ACTIVE.some((one) => one === metric.alertstate))
    const spans = known
      .map(toBareSeries)
      .flatMap((series) => toSpans(series, window, step))
      .sort((a, b) => b.sortAt - a.sortAt)
      .map(({ sortAt: _, ...span }) => span)
    const shown = spans.slice(0, input.limit)
    const value = { precision_seconds: step, spans: shown, total: spans.length }
    const prove = async (): Promise<Proof> => {
      if (known.length < told.data.result.length) return { unproven: 'alert_state_unknown' }
      if (spans.length > 0) return proveRecorded(client, { window, context })
      return proveQuietHistory(client, { rule: input.rule, window, context })
    }
    const proof = await prove()
    return toReading(client, value, {
      items: shown.length,
      context,
      told: [told],
      query: query.text,
      proof,
      doubt: proof,
      ...(spans.length > shown.length ? { cutTo: shown.length } : {}),
      ...toGraphUrl(client, query.text, window),
    })
  },
)

function toSpans({ labels, points }: Series, window: Span, step: number) {
  const { __name__: _, alertstate, ...rest } = labels
  const state = alertstate === 'pending' ? ('pending' as const) : ('firing' as const) // only these come here
  // Points are counted back from the window's end, so the first one lies within a step of its start.
  const begun = (at: number) => at - window.from < step * 1000
  return toRuns(points, step * 1000).map(([first, last]) => ({
    name: rest.alertname ?? '',
    state,
    severity: rest.severity ?? null,
    labels: rest,
    started_at: begun(first) ? null : toRfc3339(first),
    ended_at: window.to - last < step * 1000 ? null : toRfc3339(last),
    sortAt: last,
  }))
}

// First and last time of each run of recorded points.
function toRuns(points: Series['points'], stepMs: number): [number, number][] {
  const runs: [number, number][] = []
  let open: [number, number] | undefined
  for (const [at] of points) {
    if (open !== undefined && at - open[1] < 1.5 * stepMs) open[1] = at
    else {
      open = [at, at]
      runs.push(open)
    }
  }
  return runs
}
