import { costBudgetsList } from '@vedette/proto/operations'
import { collect, mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, toNumber, toWord } from '../values.ts'

const PERIODS = Object.freeze({
  DAILY: 'day',
  MONTHLY: 'month',
  QUARTERLY: 'quarter',
  ANNUALLY: 'year',
  CUSTOM: 'custom',
} as const)

// Budgets of the account. Their thresholds need a call for each and are not read.
export const serveCostBudgetsList = serveList(costBudgetsList, {
  where: 'global',
  async read(reader, input) {
    const paged = await collect(async (NextToken) => {
      const said = await reader.call('budgets', 'describeBudgets', {
        AccountId: reader.account,
        MaxResults: 100,
        ...(NextToken === undefined ? {} : { NextToken }),
      })
      // An account without budgets gets no list at all.
      return { items: said.Budgets ?? [], next: said.NextToken }
    })
    return mapPaged(paged, (all) =>
      all
        .filter((one) => holds(one.BudgetName, input.match))
        .map((one) => {
          const limit = toNumber(one.BudgetLimit?.Amount)
          const spent = toNumber(one.CalculatedSpend?.ActualSpend?.Amount)
          return {
            id: one.BudgetName ?? '',
            name: one.BudgetName ?? '',
            account: reader.account,
            currency: one.BudgetLimit?.Unit ?? one.CalculatedSpend?.ActualSpend?.Unit ?? 'USD',
            limit,
            period: toWord(PERIODS, one.TimeUnit),
            spent,
            spent_percent: limit === null || spent === null || limit === 0 ? null : (spent / limit) * 100,
            forecast: toNumber(one.CalculatedSpend?.ForecastedSpend?.Amount),
            thresholds_percent: [],
            scope: one.BudgetType ?? null,
          }
        }),
    )
  },
  keyOf: (row) => [row.id],
  toValue: ({ rows, total }) => ({ budgets: [...rows], total }),
})
