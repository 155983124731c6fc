import { askHalf, type Evidence } from '@vedette/connectors/kit'
import type { SignozClient } from './client.ts'
import { equals, join } from './expression.ts'
import { type Asked, askScalar, askSeries, type Over } from './questions.ts'

const BINS = 12

export type Doubted = Readonly<{
  service?: string | undefined
  // Filters that look at what a line or span may not carry.
  others: boolean
  severity?: boolean
}>

// What stands behind nothing found: the window is within retention, the service sent lines or spans in every part of
// it, every request is kept (traces), and every line's level is known (a severity).
export async function proveNone(
  client: SignozClient,
  signal: Asked['signal'],
  { service, others, severity, ...over }: Doubted & Over,
): Promise<Evidence> {
  const { retention_hours, sampling_ratio } = client.config
  if (signal === 'traces' && sampling_ratio !== 1) return { unproven: 'share_of_kept_traces_unknown' }
  if (retention_hours === undefined) return { unproven: 'retention_unknown' }
  if ((over.context.clock.now() - over.window.from) / 3_600_000 > retention_hours)
    return { unproven: 'window_beyond_retention' }
  if (service === undefined) return { unproven: 'service_not_named' }
  if (others) return { unproven: 'field_may_not_be_sent' }
  const filter = join(equals('service.name', service, 'service'))
  const half = await askHalf({}, async (): Promise<Evidence> => {
    const { from, to } = over.window
    const step = Math.max(60, Math.ceil((to - from) / 1000 / BINS))
    const told = await askSeries(client, { signal, filter, expressions: ['count()'], step }, over)
    const seen = (told.rows[0]?.points ?? []).filter(([, value]) => value !== null && value > 0)
    if (told.isWarned) return { unproven: 'source_warned' }
    if (seen.length === 0) return { unproven: 'service_unknown' }
    if (seen.length < Math.floor((to - from) / 1000 / step)) return { unproven: 'window_not_covered' }
    if (severity !== true) return { proof: 'existence_checked' }
    const unknown = await askScalar(
      client,
      { signal, filter: join([filter, 'severity_number = 0']), expressions: ['count()'] },
      over,
    )
    // A count is told as a number, also when it is none.
    const lines = unknown.isWarned ? null : (unknown.rows[0]?.values[0] ?? null)
    if (lines === null) return { unproven: 'levels_not_counted' }
    return lines > 0 ? { unproven: 'lines_of_unknown_level' } : { proof: 'existence_checked' }
  })
  return half.value ?? { unproven: 'service_not_counted' }
}
