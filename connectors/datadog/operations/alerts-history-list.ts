import { readSpan, toRfc3339 } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsHistoryList } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { DatadogClient } from '../client.ts'
import { toFailed, toReading } from '../reading.ts'
import { type Event, searchTrack } from '../tracks.ts'
import { dig, digText, texts, toMs, toTags } from '../values.ts'

// Events of monitors that are read at the most; more is truncated.
const MAX_EVENTS = 5000
const BEGINS: ReadonlySet<string> = new Set(['error', 'failure', 'critical', 'warning', 'warn'])
const ENDS: ReadonlySet<string> = new Set(['success', 'ok'])

type Change = Readonly<{ at: number; key: string; name: string; word: string; tags: readonly string[] }>
type Span = z.input<typeof alertsHistoryList.output>['spans'][number]

// Spans between what monitors said in their events. A monitor that was mute, or fired throughout, has none, so finding
// none proves nothing.
export const serveAlertsHistoryList = serve(
  alertsHistoryList,
  async (client: DatadogClient, input, context) => {
    const window = readSpan(input, context)
    const query = 'source:alert'
    const found = await searchTrack(
      client,
      { track: 'events', query, window, context },
      { limit: MAX_EVENTS, sort: 'timestamp' },
    )
    const changes = found.events
      .flatMap((one) => toChange(one) ?? [])
      .filter(
        ({ key, name }) =>
          input.rule === undefined || name === input.rule || key.split('/')[0] === input.rule,
      )
    const all = [...Map.groupBy(changes, ({ key }) => key).values()]
      .flatMap(toSpans)
      .toSorted(
        (a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? '') || a.name.localeCompare(b.name),
      )
    const spans = all.slice(0, input.limit)
    return toReading(
      { precision_seconds: 60, spans, total: all.length },
      {
        client,
        context,
        items: spans.length,
        cut: found.cut ?? (all.length > spans.length ? 'rows' : undefined),
        failed: toFailed(found.paged),
        query,
        proof: { unproven: 'events_may_not_tell_all' },
      },
    )
  },
)

function toChange({ attributes }: Event): Change | undefined {
  const own = attributes.attributes
  const at = toMs(attributes.timestamp) ?? toMs(dig(own, 'timestamp'))
  const id = digText(own, 'monitor_id') ?? digText(own, 'monitor', 'id')
  const word = digText(own, 'status')
  if (at === undefined || id === null || word === null) return undefined
  const groups = texts.catch([]).parse(dig(own, 'monitor_groups'))
  return {
    at,
    key: `${id}/${groups.join(',')}`,
    name: digText(own, 'monitor', 'name') ?? digText(own, 'title') ?? id,
    word,
    tags: groups,
  }
}

// The spans of one group. What ends without a beginning had begun before; what only begins had not ended.
function toSpans(changes: readonly Change[]): readonly Span[] {
  const spans: Span[] = []
  let open: Change | undefined
  const close = (last: Change, endedAt: string | null) =>
    spans.push({
      name: last.name,
      state: 'firing',
      severity: null,
      labels: toTags(last.tags),
      started_at: open === undefined ? null : toRfc3339(open.at),
      ended_at: endedAt,
    })
  let isFirst = true
  for (const change of changes.toSorted((a, b) => a.at - b.at)) {
    if (BEGINS.has(change.word)) open ??= change
    else if (ENDS.has(change.word)) {
      if (open !== undefined || isFirst) close(change, toRfc3339(change.at))
      open = undefined
    }
    isFirst = false
  }
  if (open !== undefined) close(open, null)
  return spans
}
