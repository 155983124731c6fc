import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { incidentsStatsGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readIncidents, toRow } from '../incidents.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { toMs } from '../values.ts'

// Figures over the incidents that were opened in the window. Datadog does not say when one was acknowledged.
export const serveIncidentsStatsGet = serve(
  incidentsStatsGet,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const { incidents, paged } = await readIncidents(client, context)
    const rows = incidents
      .map((one) => toRow(client, one))
      .filter((row) => {
        const opened = toMs(row.created_at) ?? 0
        return (
          opened >= window.from &&
          opened <= window.to &&
          (input.severity === undefined || row.severity === input.severity) &&
          (input.service === undefined || row.services.includes(input.service))
        )
      })
    const pairs = rows.flatMap((row) => {
      const names =
        input.group_by === 'service'
          ? row.services
          : input.group_by === 'team'
            ? row.teams
            : input.group_by === 'severity'
              ? [row.severity]
              : [null]
      return (names.length === 0 ? [null] : names).map((name) => ({ name, row }))
    })
    const all = [...Map.groupBy(pairs, ({ name }) => name)]
      .map(([group, some]) => {
        const spans = some.flatMap(({ row }) => {
          const [opened, ended] = [toMs(row.created_at), toMs(row.resolved_at)]
          return opened === undefined || ended === undefined || row.state !== 'resolved'
            ? []
            : [ended - opened]
        })
        const sum = spans.reduce((total, one) => total + one, 0)
        return {
          group,
          incidents: some.length,
          high_urgency: null,
          mean_seconds_to_acknowledge: null,
          mean_seconds_to_resolve: spans.length === 0 ? null : sum / spans.length / 1000,
          escalations: null,
          interruptions: null,
          off_hours_interruptions: null,
          up_time_percent: null,
        }
      })
      .toSorted((a, b) => b.incidents - a.incidents || (a.group ?? '').localeCompare(b.group ?? ''))
    const groups = all.slice(0, input.limit)
    return toReading(
      { groups, computed_at: null, total: all.length },
      {
        client,
        context,
        items: groups.length,
        cut: (cutOf(paged) ?? all.length > groups.length) ? 'rows' : undefined,
        failed: toFailed(paged),
        proof:
          input.severity === undefined && input.service === undefined
            ? { proof: 'enumerated' }
            : { unproven: 'incidents_may_lack_these_fields' },
      },
    )
  },
)
