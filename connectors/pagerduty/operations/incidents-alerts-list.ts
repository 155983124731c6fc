import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { incidentsAlertsList } from '@vedette/proto/operations'
import { readAlerts, toRow } from '../alerts.ts'
import type { PagerdutyClient } from '../client.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'

// Alerts of one incident; an incident that a person opened has none.
export const serveIncidentsAlertsList = serve(
  incidentsAlertsList,
  async (client: PagerdutyClient, input, context) => {
    const paged = await askOne('id', () => readAlerts(client, input.id, context))
    const rows = paged.items.map((one) => toRow(input.id, one))
    const slice = sliceByKey(rows, (row) => [row.created_at, row.id], input)
    return toReading(
      { id: input.id, alerts: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut: cutOf(paged),
        failed: toFailed(paged),
        proof: { proof: 'existence_checked' },
      },
    )
  },
)
