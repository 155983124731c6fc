import { sliceByKey, tellReading } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsSourcesList } from '@vedette/proto/operations'
import { seriesAnswer } from '../answers.ts'
import { type LokiClient, toScope } from '../client.ts'
import { renderMatchers } from '../logql/matchers.ts'
import { toNanos } from '../times.ts'

const DAY_MS = 86_400_000

// Streams that had lines in the last day; those that were silent for longer are not listed, so none is never proved.
export const serveLogsSourcesList = serve(logsSourcesList, async (client: LokiClient, input, context) => {
  const to = context.clock.now()
  const enforced = client.config.enforce_matchers
  const told = await client.ask({
    path: ['series'],
    query: {
      ...{ start: toNanos(to - DAY_MS), end: toNanos(to) },
      ...(enforced.length === 0 ? {} : { 'match[]': `{${renderMatchers(enforced)}}` }),
    },
    schema: seriesAnswer,
    context,
  })
  const match = input.match?.toLowerCase()
  const streams = new Map((told.data ?? []).map((labels) => [toSelector(labels), labels]))
  const rows = [...streams].filter(([id]) => match === undefined || id.toLowerCase().includes(match))
  const page = sliceByKey(rows, ([id]) => [id], input)
  const sources = page.rows.map(([id, labels]) => ({
    ...{ id, name: id, kind: 'stream' as const, labels, retention_days: null },
    ...{ size_bytes: null, newest_at: null, created_at: null },
  }))
  const warnings = told.warnings ?? []
  return tellReading(
    { sources, total: warnings.length > 0 ? null : page.total },
    {
      ...{ context, scope: toScope(client), items: sources.length, warnings },
      ...{ total: page.total, cursor: page.cursor },
      cut: warnings.length > 0 ? 'by_source' : undefined,
      evidence: { unproven: 'silent_streams_are_not_listed' },
    },
  )
})

function toSelector(labels: Readonly<Record<string, string>>): string {
  const sorted = Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([label, value]) => `${label}=${JSON.stringify(value)}`).join(', ')}}`
}
