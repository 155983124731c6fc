import { readSpan } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, serve } from '@vedette/proto/connector'
import { incidentsStatsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { getNamed } from '../find.ts'
import { toReading } from '../reading.ts'
import { text } from '../values.ts'

const number = z.number().nullish()
const row = z.looseObject({
  service_id: text,
  service_name: text,
  team_id: text,
  team_name: text,
  total_incident_count: z.number(),
  total_high_urgency_incidents: number,
  mean_seconds_to_first_ack: number,
  mean_seconds_to_resolve: number,
  total_escalation_count: number,
  total_interruptions: number,
  total_off_hour_interruptions: number,
  up_time_pct: number,
})
const schema = z.looseObject({ data: z.array(row) })
const PLACES = Object.freeze({ service: 'services', team: 'teams', none: 'all' } as const)
const DAY_MS = 86_400_000

// PagerDuty's own figures, which it computes up to a day late: of a window that ends later they are lower bounds.
export const serveIncidentsStatsGet = serve(
  incidentsStatsGet,
  async (client: PagerdutyClient, input, context) => {
    const { from, to } = readSpan(input, context)
    if (input.group_by === 'severity')
      throw new ArgumentError({
        field: 'group_by',
        message: 'PagerDuty has no figures by severity',
        fix: 'group by service, team or none, and give severity to narrow',
      })
    const isUrgency = input.severity === 'high' || input.severity === 'low'
    const filters = {
      created_at_start: new Date(from).toISOString(),
      created_at_end: new Date(to).toISOString(),
      ...(isUrgency ? { urgency: input.severity } : {}),
      ...(input.severity !== undefined && !isUrgency ? { priority_names: [input.severity] } : {}),
      ...(await toServiceFilter(client, input.service, context)),
    }
    const { data } = await client.ask({
      path: ['analytics', 'metrics', 'incidents', PLACES[input.group_by]],
      body: { filters, time_zone: 'Etc/UTC' },
      schema,
      context,
      needs: 'analytics.read',
    })
    const all = data
      .map((one) => ({
        group: one.service_name ?? one.service_id ?? one.team_name ?? one.team_id ?? null,
        incidents: one.total_incident_count,
        high_urgency: one.total_high_urgency_incidents ?? null,
        mean_seconds_to_acknowledge: one.mean_seconds_to_first_ack ?? null,
        mean_seconds_to_resolve: one.mean_seconds_to_resolve ?? null,
        escalations: one.total_escalation_count ?? null,
        interruptions: one.total_interruptions ?? null,
        off_hours_interruptions: one.total_off_hour_interruptions ?? null,
        up_time_percent: one.up_time_pct ?? null,
      }))
      .toSorted((a, b) => b.incidents - a.incidents || (a.group ?? '').localeCompare(b.group ?? ''))
    const groups = all.slice(0, input.limit)
    const isLate = to > context.clock.now() - DAY_MS
    return toReading(
      { groups, computed_at: null, total: all.length },
      {
        client,
        context,
        items: groups.length,
        isAccountWide: true,
        cut: isLate ? 'by_source' : all.length > groups.length ? 'rows' : undefined,
        proof:
          input.severity === undefined
            ? { proof: 'enumerated' }
            : { unproven: 'incidents_may_have_no_severity' },
      },
    )
  },
)

async function toServiceFilter(client: PagerdutyClient, wanted: string | undefined, context: CallContext) {
  if (wanted === undefined) return {}
  return { service_ids: [(await getNamed(client, { kind: 'service', wanted, context })).id] }
}
