import type { OperationDefinition } from '../define.ts'
import { costAnomaliesList } from './anomalies-list.ts'
import { costBudgetsList } from './budgets-list.ts'
import { costCommitmentsGet } from './commitments-get.ts'
import { costCompare } from './compare.ts'
import { costKubernetesGet } from './kubernetes-get.ts'
import { costQuery } from './query.ts'
import { costRecommendationsList } from './recommendations-list.ts'

export {
  costAnomaliesList,
  costBudgetsList,
  costCommitmentsGet,
  costCompare,
  costKubernetesGet,
  costQuery,
  costRecommendationsList,
}

// Every operation `cost.*`, in the order of their ids.
export const COST_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  costAnomaliesList,
  costBudgetsList,
  costCommitmentsGet,
  costCompare,
  costKubernetesGet,
  costQuery,
  costRecommendationsList,
])
