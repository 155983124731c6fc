import { serve } from '@vedette/proto/connector'
import { slosBurnGet } from '@vedette/proto/operations'
import type { DatadogClient } from '../client.ts'
import { askOne, toReading } from '../reading.ts'
import { readAttained, readSlo, toDays, toShare } from '../slos.ts'

const SECONDS = Object.freeze({
  '5m': 300,
  '30m': 1800,
  '1h': 3600,
  '2h': 7200,
  '6h': 21_600,
  '1d': 86_400,
  '3d': 259_200,
} as const)

// Error ratio over each window against the first threshold's objective. A window without a measurement is null.
export const serveSlosBurnGet = serve(
  slosBurnGet,
  async (client: DatadogClient, { id, windows }, context) => {
    const slo = await askOne('id', () => readSlo(client, id, context))
    const [threshold] = slo.thresholds ?? []
    const objective = toShare(threshold?.target)
    const to = context.clock.now()
    const target = threshold?.target
    const rows = []
    for (const window of windows) {
      const { attained } = await readAttained(
        client,
        { id, target },
        { from: to - SECONDS[window] * 1000, to, context },
      )
      const ratio = attained === null ? null : Number((1 - attained / 100).toPrecision(10))
      const allowed = objective === null ? null : 1 - objective
      rows.push({
        window,
        error_ratio: ratio,
        burn_rate:
          ratio === null || allowed === null || allowed <= 0
            ? null
            : Number((ratio / allowed).toPrecision(6)),
      })
    }
    const days = toDays(threshold?.timeframe)
    const budget =
      days === null
        ? null
        : (await readAttained(client, { id, target }, { from: to - days * 86_400_000, to, context })).budget
    const measured = rows.filter(({ error_ratio }) => error_ratio !== null).length
    return toReading(
      { id, objective, windows: rows, budget_left: toShare(budget) },
      { client, context, items: measured, proof: { unproven: 'not_measured' } },
    )
  },
)
