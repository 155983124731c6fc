import { parseInstant, toRfc3339 } from '@vedette/connectors/kit'
import { partialOf, serve } from '@vedette/proto/connector'
import { metricsQuery } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { cutParts, type Piece, readPieces } from '../pieces.ts'
import { checkExpression, METRICS_DIALECT, type RawSeries, runExpression } from '../raw-metrics.ts'

const PERIOD = 300
const LOOK_BACK_MS = 3 * PERIOD * 1000

// A raw query at one instant: the newest point of each series in the fifteen minutes before it.
export const serveMetricsQuery = serve(metricsQuery, async (client: AwsClient, input, context) => {
  checkExpression(input.expr)
  const session = await client.open(metricsQuery, context)
  const at = input.at === undefined ? context.clock.now() : parseInstant(input.at, 'at')
  const read = await readPieces(
    session,
    { context },
    async (reader): Promise<Piece<readonly RawSeries[]>> => {
      const { series, isPartial } = await runExpression(reader, input.expr, {
        from: at - LOOK_BACK_MS,
        to: at,
        step: PERIOD,
      })
      return {
        piece: series,
        items: series.length,
        unproven: 'no_series',
        ...(isPartial ? { cut: 'by_source' } : {}),
      }
    },
  )
  const all = read.pieces.flat()
  const samples = all.slice(0, input.limit).flatMap(({ labels, points }) => {
    const last = points.at(-1)
    return last === undefined ? [] : [{ labels, value: last[1], at: toRfc3339(last[0]) }]
  })
  const parts = all.length > input.limit ? cutParts(read.parts) : read.parts
  return partialOf({ result: 'vector', samples, total: all.length }, parts, {
    query: input.expr,
    dialect: METRICS_DIALECT,
  })
})
