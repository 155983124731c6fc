import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { incidentsList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readIncidents, toRow } from '../incidents.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { toMs } from '../values.ts'

// Incidents opened or still open in the window. What is not known to be resolved counts as open, and one without a
// time counts as of the window.
export const serveIncidentsList = serve(incidentsList, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  const { incidents, paged } = await readIncidents(client, context)
  const { service, severity, team } = input
  const rows = incidents
    .map((one) => toRow(client, one))
    .filter((row) => {
      const opened = toMs(row.created_at) ?? window.from
      const ended = row.state === 'resolved' ? toMs(row.resolved_at) : undefined
      return (
        opened <= window.to &&
        (row.state !== 'resolved' || opened >= window.from || (ended ?? window.to) >= window.from)
      )
    })
  const shown = rows.filter(
    (row) =>
      (severity === undefined || row.severity === severity) &&
      (service === undefined || row.services.includes(service)) &&
      (team === undefined || row.teams.includes(team)) &&
      (input.state === undefined || row.state === input.state),
  )
  const page = sliceByKey(shown, (row) => [-(toMs(row.created_at) ?? 0), row.id], input)
  const narrowed = severity !== undefined || service !== undefined || team !== undefined
  const unknown = input.state !== undefined && rows.some(({ state }) => state === 'unknown')
  const blank = narrowed && rows.some((row) => row.severity === null || row.services.length === 0)
  return toReading(
    { incidents: [...page.rows], total: page.total },
    {
      client,
      context,
      items: page.rows.length,
      cut: cutOf(paged),
      failed: toFailed(paged),
      total: page.total,
      cursor: page.cursor,
      // Incidents may be open to their responders only, and fields may not be filled in.
      proof: unknown
        ? { unproven: 'incidents_of_unknown_state' }
        : blank
          ? { unproven: 'incidents_without_these_fields' }
          : { proof: 'enumerated' },
    },
  )
})
