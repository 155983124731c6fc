import { parseInstant } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sEventsList } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { KubernetesClient } from '../client.ts'
import { toCut, withParts } from '../fold.ts'
import { type Json, nameAt, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { type ListSpec, readList } from '../serve-list.ts'

type Input = z.output<typeof k8sEventsList.input>
type Row = ReturnType<typeof toRow>

// Seconds of a window that may exceed what is kept, for the time that a question is under way.
const SLACK_MS = 60_000

// Events of the window, newest first. A window longer than the cluster keeps events is cut by time, whatever it shows.
export const serveEventsList = serve(k8sEventsList, async (client: KubernetesClient, input, context) => {
  const now = context.clock.now()
  const { reading } = await readList(client, SPEC, { tool: 'k8s_events_list', input, context })
  const kept = now - client.config.event_ttl_minutes * 60_000 - SLACK_MS
  return parseInstant(input.from, 'from') >= kept
    ? reading
    : withParts(reading, (part) => toCut(part, 'time'))
})

const SPEC: ListSpec<Input, Row, z.input<typeof k8sEventsList.output>> = {
  resource: RESOURCES.events,
  toFieldSelector: ({ kind, name, type, reason }) =>
    Object.entries({ 'involvedObject.kind': kind, 'involvedObject.name': name, type, reason })
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
  toRow,
  keep: (row, input) => {
    const at = Date.parse(row.at ?? '')
    // An event without a time cannot be shown to lie outside.
    return Number.isNaN(at) || (at >= Date.parse(input.from) && at <= Date.parse(input.to))
  },
  keyOf: (row) => [-(Date.parse(row.at ?? '') || 0), row.namespace ?? '', row.event],
  toValue: (events, _all, inWindow) => ({
    events,
    by_reason: Object.fromEntries(
      [...Map.groupBy(inWindow, (one) => one.reason ?? '')].map(([reason, rows]) => [reason, rows.length]),
    ),
  }),
}

function toRow(event: Json) {
  const first = textAt(event, 'firstTimestamp') ?? textAt(event, 'eventTime')
  const created = textAt(event, 'metadata.creationTimestamp')
  return {
    event: nameAt(event, 'metadata.name'),
    at: textAt(event, 'series.lastObservedTime') ?? textAt(event, 'lastTimestamp') ?? first ?? created,
    first_at: first ?? created,
    type: textAt(event, 'type') ?? 'Normal',
    reason: textAt(event, 'reason'),
    namespace: textAt(event, 'involvedObject.namespace'),
    kind: textAt(event, 'involvedObject.kind') ?? '?',
    name: textAt(event, 'involvedObject.name') ?? '?',
    count: numberAt(event, 'series.count') ?? numberAt(event, 'count') ?? 1,
    message: textAt(event, 'message'),
    component: textAt(event, 'reportingComponent') ?? textAt(event, 'source.component'),
    node: textAt(event, 'source.host'),
  }
}
