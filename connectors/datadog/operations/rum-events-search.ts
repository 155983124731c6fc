import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { rumEventsSearch } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { toPage } from '../links.ts'
import { checkSearch, joinTerms, quote, term } from '../query.ts'
import { toFailed, toReading } from '../reading.ts'
import { searchTrack } from '../tracks.ts'
import { digNumber, digText, toTime } from '../values.ts'

const KINDS = ['view', 'action', 'error', 'resource', 'long_task', 'session'] as const

// Events of real users without who they were. Sessions are sampled, so finding none proves nothing.
export const serveRumEventsSearch = serve(rumEventsSearch, async (client: DatadogClient, input, context) => {
  const window = readSpan(input, context)
  if (input.query !== undefined) checkSearch(input.query)
  const { application, kind, environment, contains } = input
  const named =
    application === undefined
      ? []
      : [`(@application.id:${quote(application)} OR @application.name:${quote(application)})`]
  const query =
    input.query ??
    joinTerms([
      ...named,
      ...(kind === undefined
        ? []
        : kind === 'crash'
          ? ['@type:error', '@error.is_crash:true']
          : [`@type:${kind}`]),
      ...term('env', environment),
      ...(contains === undefined ? [] : [quote(contains)]),
    ])
  const found = await searchTrack(
    client,
    { track: 'rum', query, window, context, field: input.query === undefined ? undefined : 'query' },
    { limit: input.limit, cursor: input.cursor },
  )
  const events = found.events.map(({ id, attributes }) => toRow(id, attributes))
  return toReading(
    { events, sampling_ratio: null, total: null },
    {
      client,
      context,
      items: events.length,
      cut: found.cut,
      cursor: found.cursor,
      failed: toFailed(found.paged),
      query,
      url: toPage(client, '/rum/explorer', { query }),
      proof: { unproven: 'sessions_are_sampled' },
    },
  )
})

function toRow(id: string, attributes: Readonly<Record<string, unknown>>) {
  const own = attributes.attributes
  const word = digText(own, 'type')
  const kind = KINDS.find((one) => one === word) ?? ('unknown' as const)
  const nanoseconds = (...path: readonly string[]) => {
    const value = digNumber(own, ...path)
    return value === null ? null : value / 1e6
  }
  return {
    id: id === '' ? null : id,
    at: toTime(attributes.timestamp) ?? '',
    kind:
      kind === 'error' && Reflect.get(Object(Reflect.get(Object(own), 'error')), 'is_crash') === true
        ? ('crash' as const)
        : kind,
    application: digText(own, 'application', 'name') ?? digText(own, 'application', 'id'),
    version: digText(own, 'version'),
    page: digText(own, 'view', 'url_path') ?? digText(own, 'view', 'name'),
    message: digText(own, 'error', 'message'),
    duration_ms: nanoseconds(kind === 'view' ? 'view' : kind, kind === 'view' ? 'loading_time' : 'duration'),
    largest_contentful_paint_ms: nanoseconds('view', 'largest_contentful_paint'),
    interaction_to_next_paint_ms: nanoseconds('view', 'interaction_to_next_paint'),
    cumulative_layout_shift: digNumber(own, 'view', 'cumulative_layout_shift'),
    status_code: digNumber(own, 'resource', 'status_code'),
    browser: digText(own, 'browser', 'name'),
    os: digText(own, 'os', 'name'),
    country: digText(own, 'geo', 'country'),
    session_id: digText(own, 'session', 'id'),
    trace_id: digText(own, '_dd', 'trace_id'),
    url: null,
  }
}
