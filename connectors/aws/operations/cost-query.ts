import { ArgumentError, partialOf, serve } from '@vedette/proto/connector'
import { costQuery } from '@vedette/proto/operations'
import type { AwsClient } from '../connect.ts'
import { type Costs, readCosts, sumByGroup, toDays } from '../costs.ts'
import { type Piece, readPieces } from '../pieces.ts'

// The bill by Cost Explorer, which takes a cent for each request. A payer's account sees those of its organisation.
export const serveCostQuery = serve(costQuery, async (client: AwsClient, input, context) => {
  if (input.cost === 'list')
    throw new ArgumentError({
      field: 'cost',
      message: 'the bill of AWS has no list prices',
      fix: 'ask for amortized or billed',
    })
  const metric = input.cost === 'amortized' ? 'AmortizedCost' : 'UnblendedCost'
  const session = await client.open(costQuery, context)
  const days = toDays(input.from, input.to)
  const granularity = input.granularity === 'month' ? 'MONTHLY' : 'DAILY'
  const read = await readPieces(
    session,
    { context, where: 'global' },
    async (reader): Promise<Piece<Costs>> => {
      const costs = await readCosts(reader, { filters: input, ...days, granularity, metric })
      return { piece: costs, items: costs.cells.length, unproven: 'nothing_billed_under_this_filter' }
    },
  )
  const costs = read.pieces[0]
  const all = sumByGroup(costs?.cells ?? [])
  const amount = all.reduce((sum, one) => sum + one.amount, 0)
  const shown = all.slice(0, input.limit)
  const rest = all.slice(input.limit)
  const value = {
    currency: costs?.currency ?? 'USD',
    cost: metric,
    amount,
    groups: shown.map((one) => ({
      group: one.group,
      amount: one.amount,
      share: amount === 0 ? null : one.amount / amount,
      points:
        input.granularity === 'total'
          ? []
          : one.cells.map((cell) => ({ from: cell.from, amount: cell.amount })),
    })),
    rest: rest.length === 0 ? null : rest.reduce((sum, one) => sum + one.amount, 0),
    not_final_since: costs?.estimatedFrom == null ? null : `${costs.estimatedFrom}T00:00:00Z`,
    total: all.length,
  }
  return partialOf(value, read.parts)
})
