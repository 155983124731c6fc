import { parseInstant } from '@vedette/connectors/kit'
import { alertsHistoryList } from '@vedette/proto/operations'
import { type Alert, readAlerts, toSeverity } from '../alerts.ts'
import { mapRows } from '../answers.ts'
import { serveList } from '../reading.ts'

type Window = Readonly<{ from: number; to: number }>

// Spans in which Cloud Monitoring had alerts open. That it tells none proves nothing: it keeps closed ones for a time
// that it does not tell.
export const serveAlertsHistoryList = serveList(alertsHistoryList, {
  async read(reader, input) {
    const window = { from: parseInstant(input.from, 'from'), to: parseInstant(input.to, 'to') }
    const list = await readAlerts(reader)
    const rows = mapRows(list, (all) =>
      all
        .filter((one) => isWithin(one, window))
        .map((one) => toSpan(one, window))
        .filter((row) => input.rule === undefined || row.name === input.rule),
    )
    return { ...rows, unproven: 'closed_alerts_are_kept_for_a_time_not_told' }
  },
  keyOf: (row) => [-(Date.parse(row.started_at ?? '') || 0), row.name, JSON.stringify(row.labels)],
  toValue: ({ rows, all }) => ({ precision_seconds: 1, spans: [...rows], total: all.length }),
})

// An alert without a time may have been open in the window.
function isWithin({ openTime, closeTime, state }: Alert, { from, to }: Window): boolean {
  const began = openTime === null || Date.parse(openTime) <= to
  return began && (state !== 'CLOSED' || closeTime === null || Date.parse(closeTime) >= from)
}

function toSpan({ policy, resource, metric, openTime, closeTime }: Alert, { from, to }: Window) {
  return {
    name: policy?.displayName ?? 'unnamed policy',
    state: 'firing' as const,
    severity: toSeverity(policy?.severity ?? null),
    labels: {
      ...(resource?.labels ?? {}),
      ...(metric?.labels ?? {}),
      ...(policy?.userLabels ?? {}),
      ...(metric?.type == null ? {} : { metric_type: metric.type }),
    },
    started_at: openTime !== null && Date.parse(openTime) >= from ? openTime : null,
    ended_at: closeTime !== null && Date.parse(closeTime) <= to ? closeTime : null,
  }
}
