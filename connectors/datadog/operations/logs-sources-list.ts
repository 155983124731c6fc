import { sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsSourcesList } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { readIndexes } from '../logs.ts'
import { toReading } from '../reading.ts'
import { toTags } from '../values.ts'

// Log indexes with their retention. Archives and flex tiers are not among them.
export const serveLogsSourcesList = serve(logsSourcesList, async (client: DatadogClient, input, context) => {
  const match = input.match?.toLowerCase()
  const indexes = await readIndexes(client, context)
  const rows = indexes.filter(({ name }) => match === undefined || name.toLowerCase().includes(match))
  const page = sliceByKey(rows, ({ name }) => [name], input)
  const sources = page.rows.map(({ name, num_retention_days, tags }) => ({
    id: name,
    name,
    kind: 'index' as const,
    labels: toTags(tags),
    retention_days: num_retention_days ?? null,
    size_bytes: null,
    newest_at: null,
    created_at: null,
  }))
  const proof = indexes.length === 0 ? { unproven: 'no_index_visible' } : { proof: 'enumerated' as const }
  return toReading(
    { sources, total: page.total },
    { client, context, items: sources.length, total: page.total, cursor: page.cursor, proof },
  )
})
