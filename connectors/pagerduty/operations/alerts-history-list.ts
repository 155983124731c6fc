import { readSpan } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsHistoryList } from '@vedette/proto/operations'
import type { PagerdutyClient } from '../client.ts'
import { cutOfFound, endOf, readWindowed } from '../incidents.ts'
import { toFailed, toReading } from '../reading.ts'
import { nameOf, toMs, toTime } from '../values.ts'

// The spans in which alerts held an incident open, newest first. Alerts that were suppressed or opened no incident are
// not kept, so that none is never proved.
export const serveAlertsHistoryList = serve(
  alertsHistoryList,
  async (client: PagerdutyClient, input, context) => {
    const window = readSpan(input, context)
    const found = await readWindowed(client, window, { context })
    const all = found.incidents
      .filter((one) => input.rule === undefined || one.title === input.rule)
      .map((one) => {
        const [started, ended] = [toMs(one.created_at), toMs(endOf(one))]
        return {
          name: one.title ?? '',
          state: 'firing' as const,
          severity: one.priority == null ? (one.urgency ?? null) : nameOf(one.priority),
          labels: {
            incident: one.id,
            ...(one.service == null ? {} : { service: nameOf(one.service) }),
          },
          started_at: started === undefined || started < window.from ? null : toTime(one.created_at),
          ended_at: ended === undefined || ended > window.to ? null : endOf(one),
        }
      })
      .toSorted((a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? ''))
    const spans = all.slice(0, input.limit)
    return toReading(
      { precision_seconds: 1, spans, total: all.length },
      {
        client,
        context,
        items: spans.length,
        isAccountWide: true,
        cut: cutOfFound(found) ?? (all.length > spans.length ? 'rows' : undefined),
        failed: found.paged.flatMap(toFailed),
        proof: { unproven: 'alerts_without_an_incident_are_not_kept' },
      },
    )
  },
)
