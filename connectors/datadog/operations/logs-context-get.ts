import { parseInstant } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { logsContextGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toIndexes, toLine } from '../logs.ts'
import { joinTerms, term } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { searchTrack } from '../tracks.ts'

const HOUR_MS = 3_600_000

// Lines before and after one, of the same service and host where the line is known by its id; an hour to either side.
export const serveLogsContextGet = serve(logsContextGet, async (client: DatadogClient, input, context) => {
  const at = parseInstant(input.at, 'at')
  const base = { track: 'logs' as const, context, indexes: toIndexes(client, input.source) }
  const near = await searchTrack(
    client,
    { ...base, query: '*', window: { from: at, to: at + 1 } },
    { limit: 1000, sort: 'timestamp' },
  )
  const same = near.events.find(({ id }) => id === input.id)
  const line = same === undefined ? null : toLine(same)
  const query = joinTerms([
    ...term('service', line?.service ?? undefined),
    ...term('host', line?.host ?? undefined),
  ])
  const [before, after] = [
    await searchTrack(
      client,
      { ...base, query, window: { from: at - HOUR_MS, to: at } },
      { limit: Math.max(1, input.before) },
    ),
    await searchTrack(
      client,
      { ...base, query, window: { from: at, to: at + HOUR_MS } },
      { limit: input.after + 20, sort: 'timestamp' },
    ),
  ]
  const others = after.events.filter(({ id }) => id !== input.id).slice(0, input.after)
  const value = {
    before: before.events.slice(0, input.before).toReversed().map(toLine),
    line,
    after: others.map(toLine),
  }
  const items = value.before.length + value.after.length + (line === null ? 0 : 1)
  const searched = [near, before, after]
  // A line that was asked for and not found may lie among those that a cut left out.
  const isLost = input.id !== undefined && line === null
  const bySource = isLost || searched.some(({ cut }) => cut === 'by_source')
  return toReading(value, {
    client,
    context,
    items,
    cut: bySource ? 'by_source' : undefined,
    failed: searched.flatMap(({ paged }) => toFailed(paged)),
    query,
    proof: { unproven: 'no_line_near' },
  })
})
