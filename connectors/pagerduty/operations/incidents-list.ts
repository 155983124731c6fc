import { readSpan, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { incidentsList } from '@vedette/proto/operations'
import type { PagerdutyClient } from '../client.ts'
import { proveFilters } from '../find.ts'
import { cutOfFound, isWanted, readWindowed, toRow } from '../incidents.ts'
import { toFailed, toReading } from '../reading.ts'
import { toMs } from '../values.ts'

// Incidents that were opened or still open in the window, newest first.
export const serveIncidentsList = serve(incidentsList, async (client: PagerdutyClient, input, context) => {
  const window = readSpan(input, context)
  const found = await readWindowed(client, window, { state: input.state, context })
  const rows = found.incidents.filter((one) => isWanted(one, input)).map(toRow)
  const slice = sliceByKey(rows, (row) => [-(toMs(row.created_at) ?? 0), row.id], input)
  const { service, team, severity } = input
  const proof =
    rows.length === 0 ? { proof: await proveFilters(client, { service, team, severity }, context) } : {}
  return toReading(
    { incidents: [...slice.rows], total: slice.total },
    {
      client,
      context,
      items: slice.rows.length,
      total: slice.total,
      cursor: slice.cursor,
      isAccountWide: true,
      cut: cutOfFound(found),
      failed: found.paged.flatMap(toFailed),
      ...proof,
    },
  )
})
