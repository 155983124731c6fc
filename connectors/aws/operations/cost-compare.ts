import { partialOf, serve } from '@vedette/proto/connector'
import { costCompare } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { type Costs, readCosts, sumByGroup, toDays } from '../costs.ts'
import { type Piece, readPieces } from '../pieces.ts'

const DAY_MS = 86_400_000

type Pair = Readonly<{ now: Costs; before: Costs }>

// Two periods of the bill side by side, both amortized.
export const serveCostCompare = serve(costCompare, async (client: AwsClient, input, context) => {
  const session = await client.open(costCompare, context)
  const days = toDays(input.from, input.to)
  const span = Math.round((Date.parse(days.to) - Date.parse(days.from)) / DAY_MS)
  const back = (input.baseline_days ?? span) * DAY_MS
  const shift = (date: string) => new Date(Date.parse(date) - back).toISOString().slice(0, 10)
  const earlier = { from: shift(days.from), to: shift(days.to) }
  const read = await readPieces(
    session,
    { context, where: 'global' },
    async (reader): Promise<Piece<Pair>> => {
      const ask = { filters: input, granularity: 'DAILY' as const, metric: 'AmortizedCost' as const }
      const now = await readCosts(reader, { ...ask, ...days })
      const before = await readCosts(reader, { ...ask, ...earlier })
      return {
        piece: { now, before },
        items: now.cells.length + before.cells.length,
        unproven: 'nothing_billed_under_this_filter',
      }
    },
  )
  const [pair] = read.pieces
  const groups = compare(pair)
  const value = {
    currency: pair?.now.currency ?? 'USD',
    period: { from: `${days.from}T00:00:00Z`, to: `${days.to}T00:00:00Z`, amount: sumOf(pair?.now) },
    baseline: {
      from: `${earlier.from}T00:00:00Z`,
      to: `${earlier.to}T00:00:00Z`,
      amount: sumOf(pair?.before),
    },
    groups: groups.slice(0, input.limit),
    not_final_since: pair?.now.estimatedFrom == null ? null : `${pair.now.estimatedFrom}T00:00:00Z`,
    total: groups.length,
  }
  return partialOf(value, read.parts)
})

function compare(pair: Pair | undefined) {
  const now = new Map(sumByGroup(pair?.now.cells ?? []).map((one) => [one.group, one.amount]))
  const before = new Map(sumByGroup(pair?.before.cells ?? []).map((one) => [one.group, one.amount]))
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((group) => {
      const amount = now.get(group) ?? 0
      const was = before.get(group) ?? 0
      return {
        group,
        amount,
        before: was,
        change: amount - was,
        change_percent: was === 0 ? null : ((amount - was) / was) * 100,
        is_new: !before.has(group),
        is_gone: !now.has(group),
      }
    })
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
}

function sumOf(costs: Costs | undefined): number {
  return (costs?.cells ?? []).reduce((sum, one) => sum + one.amount, 0)
}
