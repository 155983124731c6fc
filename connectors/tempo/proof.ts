import { askHalf, type Evidence } from '@vedette/connectors/kit'
import type { TempoClient } from './client.ts'
import { askSearch, type Over } from './questions.ts'
import { compareText, type SpanFilters, select } from './traceql.ts'

// What stands behind no trace at all: every request is kept, the window is within retention, and the service sent spans
// in it.
export async function proveNoTraces(
  client: TempoClient,
  filters: SpanFilters,
  over: Over,
): Promise<Evidence> {
  const { sampling_ratio, retention_hours } = client.config
  if (sampling_ratio !== 1) return { unproven: 'share_of_kept_traces_unknown' }
  const hours = (over.context.clock.now() - over.window.from) / 3_600_000
  if (retention_hours === undefined) return { unproven: 'retention_unknown' }
  if (hours > retention_hours) return { unproven: 'window_beyond_retention' }
  if (filters.service === undefined) return { unproven: 'service_not_named' }
  if (filters.environment !== undefined || (filters.match ?? []).length > 0)
    return { unproven: 'attribute_may_not_be_sent' }
  const query = select([compareText('resource.service.name', '=', filters.service)])
  const half = await askHalf({}, () => askSearch(client, { query, limit: 1 }, over))
  if (half.value === undefined || half.value.isPartial) return { unproven: 'service_not_checked' }
  return half.value.traces.length > 0 ? { proof: 'existence_checked' } : { unproven: 'service_unknown' }
}
