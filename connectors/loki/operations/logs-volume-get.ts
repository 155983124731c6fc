import { chooseStep, readSpan, tellReading, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsVolumeGet } from '@vedette/proto/operations'
import { DIALECT, type LokiClient, toScope } from '../client.ts'
import { checkLabel } from '../logql/matchers.ts'
import { makeQuestion } from '../question.ts'
import { askInstant, askRange } from '../questions.ts'

// Lines per group over time. Groups that logged in the span before and not in this one are listed with no line; groups
// that were silent in both are not known.
export const serveLogsVolumeGet = serve(logsVolumeGet, async (client: LokiClient, input, context) => {
  const window = readSpan(input, context)
  const step = input.step ?? chooseStep(window, 61, 10)
  const scope = toScope(client)
  const question = await makeQuestion(client, input, { window, context }, 'lines')
  const nothing = { unit: 'lines' as const, step_seconds: step, groups: [], total: null }
  if (question.unknown !== undefined)
    return tellReading(nothing, { context, scope, items: 0, evidence: { unproven: question.unknown } })
  const asked = input.group_by.length === 0 ? ['service_name'] : input.group_by
  const by = asked.map((one) => checkLabel(one, 'group_by')).join(', ')
  const seconds = Math.ceil((window.to - window.from) / 1000)
  const count = (range: number) => `sum by (${by})(count_over_time(${question.query} [${range}s]))`
  const now = await askInstant(client, { query: count(seconds), at: window.to }, context)
  const before = await askInstant(client, { query: count(seconds), at: window.from }, context)
  const told = await askRange(client, { query: count(step), ...window, step }, context)
  const keyOf = (labels: Readonly<Record<string, string>>) =>
    JSON.stringify(Object.entries(labels).toSorted())
  const counts = new Map(now.rows.map(({ labels, value }) => [keyOf(labels), value]))
  const series = new Map(told.rows.map(({ labels, points }) => [keyOf(labels), points]))
  const known = new Map([...now.rows, ...before.rows].map(({ labels }) => [keyOf(labels), labels]))
  const warnings = [...question.warnings, ...now.warnings, ...before.warnings, ...told.warnings]
  const isPartial = warnings.length > 0
  const groups = [...known]
    .map(([key, labels]) => {
      const points = series.get(key) ?? []
      const newest = points.findLast(([, value]) => value !== null && value > 0)?.[0]
      return {
        labels,
        // A group that a partial answer does not hold may have logged.
        lines: counts.has(key) ? (counts.get(key) ?? null) : isPartial ? null : 0,
        bytes: null,
        newest_at: newest === undefined ? null : toRfc3339(Math.min(newest, window.to)),
        points,
      }
    })
    .toSorted((a, b) => (b.lines ?? 0) - (a.lines ?? 0))
  const shown = groups.slice(0, input.limit)
  return tellReading(
    { unit: 'lines', step_seconds: step, groups: shown, total: isPartial ? null : groups.length },
    {
      ...{ context, scope, items: shown.length, warnings, query: count(step), dialect: DIALECT },
      cut: isPartial ? 'by_source' : groups.length > shown.length ? 'rows' : undefined,
      evidence: { unproven: 'no_line_of_this_origin' },
    },
  )
})
