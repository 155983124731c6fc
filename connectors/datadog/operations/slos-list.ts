import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { slosList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { cutOf } from '../pages.ts'
import { toFailed, toReading } from '../reading.ts'
import { rankOf, readSlos, toSloRow } from '../slos.ts'
import { hasTag } from '../values.ts'

// Objectives, worst first.
export const serveSlosList = serve(slosList, async (client: DatadogClient, input, context) => {
  const { slos, paged } = await readSlos(client, context)
  const { service, tag, state } = input
  const asked = slos
    .filter(({ data }) => tag === undefined || hasTag(data.attributes.all_tags, tag))
    .map((one) => toSloRow(client, one, context.clock.now()))
    .filter((row) => service === undefined || row.service === service)
  const rows = asked.filter((row) => state === undefined || row.state === state)
  const page = sliceByKey(rows, (row) => [rankOf(row.state), row.id], input)
  // Nothing in a state is good news only where each objective's state is known.
  const isKnown = asked.every(
    (row) => row.state !== 'unknown' && (row.state !== 'no_data' || state === 'no_data'),
  )
  const isNarrowed = (service !== undefined || tag !== undefined) && asked.length === 0
  return toReading(
    { slos: [...page.rows], total: page.total },
    {
      client,
      context,
      items: page.rows.length,
      cut: cutOf(paged),
      failed: toFailed(paged),
      total: page.total,
      cursor: page.cursor,
      proof: isNarrowed
        ? { unproven: 'no_objective_of_this_kind' }
        : isKnown
          ? { proof: 'enumerated' }
          : { unproven: 'objectives_without_data' },
    },
  )
})
