import { chooseStep } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { metricsQueryRange } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { cutParts, type Piece, readPieces } from '../pieces.ts'
import { checkExpression, METRICS_DIALECT, type RawSeries, runExpression, toPeriod } from '../raw-metrics.ts'

// A raw query over a window, in every region. A query without series may name what does not exist.
export const serveMetricsQueryRange = serve(metricsQueryRange, async (client: AwsClient, input, context) => {
  checkExpression(input.expr)
  const session = await client.open(metricsQueryRange, context)
  const window = { from: Date.parse(input.from), to: Date.parse(input.to) }
  const step = toPeriod(input.step ?? chooseStep(window, 60, 60))
  const read = await readPieces(
    session,
    { context },
    async (reader): Promise<Piece<readonly RawSeries[]>> => {
      const { series, isPartial } = await runExpression(reader, input.expr, { ...window, step })
      return {
        piece: series,
        items: series.length,
        unproven: 'no_series',
        ...(isPartial ? { cut: 'by_source' } : {}),
      }
    },
  )
  const all = read.pieces.flat()
  const series = all.slice(0, input.limit).map((one) => ({ labels: one.labels, points: one.points }))
  const parts = all.length > series.length ? cutParts(read.parts) : read.parts
  return partialOf({ step_seconds: step, series, total: all.length }, parts, {
    query: input.expr,
    dialect: METRICS_DIALECT,
  })
})
