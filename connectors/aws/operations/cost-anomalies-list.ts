import { partialOf, serve } from '@vedette/proto/connector'
import { costAnomaliesList } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { AwsClient } from '../connect.ts'
import { checkWhole, collect } from '../pages.ts'
import { type Piece, readPieces } from '../pieces.ts'
import { holds } from '../values.ts'

type Anomaly = NonNullable<Output<'cost', 'getAnomalies'>['Anomalies']>[number]
type Found = Readonly<{ anomalies: readonly Anomaly[]; monitors: number }>

// Anomalies that Cost Anomaly Detection found. Without a monitor it looks at nothing, so none is no proof.
export const serveCostAnomaliesList = serve(costAnomaliesList, async (client: AwsClient, input, context) => {
  const session = await client.open(costAnomaliesList, context)
  const read = await readPieces(
    session,
    { context, where: 'global' },
    async (reader): Promise<Piece<Found>> => {
      const monitors = await collect(async (NextPageToken) => {
        const said = await reader.call(
          'cost',
          'getAnomalyMonitors',
          NextPageToken === undefined ? {} : { NextPageToken },
        )
        return { items: said.AnomalyMonitors, next: said.NextPageToken }
      })
      const paged = await collect<Anomaly>(async (NextPageToken) => {
        const said = await reader.call('cost', 'getAnomalies', {
          DateInterval: { StartDate: input.from.slice(0, 10), EndDate: input.to.slice(0, 10) },
          MaxResults: 100,
          ...(NextPageToken === undefined ? {} : { NextPageToken }),
        })
        return { items: said.Anomalies, next: said.NextPageToken }
      })
      checkWhole(monitors)
      checkWhole(paged)
      const anomalies = paged.items.filter(
        (one) =>
          (input.min_impact === undefined || (one.Impact?.TotalImpact ?? 0) >= input.min_impact) &&
          (input.service === undefined || holds(one.DimensionValue, input.service)),
      )
      const piece = { anomalies, monitors: monitors.items.length }
      if (anomalies.length > 0) return { piece, items: anomalies.length }
      return {
        piece,
        items: 0,
        ...(piece.monitors > 0 ? { proof: 'enumerated' } : { unproven: 'no_monitor_looks_for_them' }),
      }
    },
  )
  const all = read.pieces.flatMap((one) => one.anomalies).map(toRow)
  const sorted = all.toSorted((a, b) => b.impact - a.impact)
  const value = {
    currency: 'USD',
    anomalies: sorted.slice(0, input.limit),
    monitors: read.pieces[0]?.monitors ?? null,
    total: all.length,
  }
  return partialOf(value, read.parts)
})

function toRow(one: Anomaly) {
  const [cause] = one.RootCauses ?? []
  return {
    id: one.AnomalyId ?? '',
    account: cause?.LinkedAccount ?? null,
    service: cause?.Service ?? one.DimensionValue ?? null,
    region: cause?.Region ?? null,
    started_at: toInstant(one.AnomalyStartDate) ?? '',
    ended_at: toInstant(one.AnomalyEndDate),
    impact: one.Impact?.TotalImpact ?? 0,
    expected: one.Impact?.TotalExpectedSpend ?? null,
    actual: one.Impact?.TotalActualSpend ?? null,
    causes: (one.RootCauses ?? []).flatMap((it) =>
      it.UsageType === undefined
        ? []
        : [{ kind: 'usage_type', value: it.UsageType, impact: it.Impact?.Contribution ?? null }],
    ),
    reviewed: one.Feedback === undefined ? null : true,
    url: null,
  }
}

// Cost Explorer writes days with or without an hour.
function toInstant(text: string | undefined): string | null {
  const day = /^\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0]
  return day === undefined ? null : `${day}T00:00:00Z`
}
