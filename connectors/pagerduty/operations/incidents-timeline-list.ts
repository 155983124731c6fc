import { checkSegment, sliceByKey } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { incidentsTimelineList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { readList } from '../lists.ts'
import { askOne, cutOf, toFailed, toReading } from '../reading.ts'
import { reference, text, toTime } from '../values.ts'

const entry = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: z.string(),
  summary: text,
  agent: reference.nullish(),
  channel: z.looseObject({ type: text, summary: text, details: z.unknown().optional() }).nullish(),
  event_details: z.looseObject({ description: text }).nullish(),
  note: text,
})

const KINDS = Object.freeze({
  trigger_log_entry: 'triggered',
  acknowledge_log_entry: 'acknowledged',
  assign_log_entry: 'assigned',
  delegate_log_entry: 'assigned',
  escalate_log_entry: 'escalated',
  repeat_escalation_path_log_entry: 'escalated',
  notify_log_entry: 'notified',
  annotate_log_entry: 'note',
  status_update_log_entry: 'status_update',
  priority_change_log_entry: 'priority_changed',
  merge_log_entry: 'merged',
  snooze_log_entry: 'snoozed',
  resolve_log_entry: 'resolved',
} as const)

// The log of one incident, oldest first.
export const serveIncidentsTimelineList = serve(
  incidentsTimelineList,
  async (client: PagerdutyClient, input, context) => {
    const paged = await askOne('id', () =>
      readList(client, {
        path: ['incidents', checkSegment('name', input.id, 'id'), 'log_entries'],
        query: { is_overview: 'false', 'include[]': ['channels'] },
        name: 'log_entries',
        row: entry,
        needs: 'incidents.read',
        context,
      }),
    )
    const rows = paged.items.map((one) => ({
      id: one.id,
      at: toTime(one.created_at) ?? one.created_at,
      kind: Object.hasOwn(KINDS, one.type) ? KINDS[one.type as keyof typeof KINDS] : ('other' as const), // just checked
      vendor_kind: one.type,
      by: one.agent?.summary ?? null,
      channel: one.channel?.type ?? null,
      text: one.note ?? one.event_details?.description ?? one.channel?.summary ?? one.summary ?? null,
    }))
    const slice = sliceByKey(rows, (row) => [row.at, row.id], input)
    return toReading(
      { id: input.id, entries: [...slice.rows], total: slice.total },
      {
        client,
        context,
        items: slice.rows.length,
        total: slice.total,
        cursor: slice.cursor,
        cut: cutOf(paged),
        failed: toFailed(paged),
        // Every incident was triggered once, so a log without an entry is not the log.
        proof: { unproven: 'an_incident_has_a_trigger' },
      },
    )
  },
)
