import { alertsHistoryList } from '@vedette/proto/operations'
import type { Reader } from '../connect.ts'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { need, toTime } from '../values.ts'

type Change = Readonly<{ name: string; at: number; to: string | null }>

// Spans between changes of state that CloudWatch recorded in the window; it keeps them for thirty days.
export const serveAlertsHistoryList = serveList(alertsHistoryList, {
  async read(reader, input) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('cloudwatch', 'describeAlarmHistory', {
        AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        HistoryItemType: 'StateUpdate',
        StartDate: new Date(input.from),
        EndDate: new Date(input.to),
        ScanBy: 'TimestampAscending',
        MaxRecords: 100,
        ...(input.rule === undefined ? {} : { AlarmName: input.rule }),
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      return { items: said.AlarmHistoryItems, next: said.NextToken }
    })
    const changes = paged.items.map(
      (one): Change => ({
        name: one.AlarmName ?? '',
        at: need(one.Timestamp).getTime(),
        to: /\bto (OK|ALARM|INSUFFICIENT_DATA)\b/.exec(one.HistorySummary ?? '')?.[1] ?? null,
      }),
    )
    const spans = [...Map.groupBy(changes, (one) => one.name)].flatMap(([name, own]) =>
      toSpans(reader, name, own),
    )
    // An alarm that did not change may have fired all the time.
    return { paged: mapPaged(paged, () => spans), unproven: 'alarms_without_a_change_are_not_in_the_history' }
  },
  keyOf: (row) => [-(Date.parse(row.ended_at ?? row.started_at ?? '') || 0), row.name, row.state],
  toValue: ({ rows, all }) => ({ precision_seconds: 1, spans: [...rows], total: all.length }),
})

const STATES: Readonly<Record<string, 'firing' | 'no_data'>> = Object.freeze({
  ALARM: 'firing',
  INSUFFICIENT_DATA: 'no_data',
})

function toSpans(reader: Reader, name: string, changes: readonly Change[]) {
  const sorted = changes.toSorted((a, b) => a.at - b.at)
  return sorted.flatMap((one, index) => {
    const state = STATES[one.to ?? '']
    if (state === undefined) return []
    const next = sorted[index + 1]
    return [
      {
        name,
        state,
        severity: null,
        labels: { region: reader.region },
        started_at: toTime(new Date(one.at)),
        ended_at: next === undefined ? null : toTime(new Date(next.at)),
      },
    ]
  })
}
