import type { OperationDefinition } from '../define.ts'
import { dashboardsGet } from './get.ts'
import { dashboardsPanelRun } from './panel-run.ts'
import { dashboardsSearch } from './search.ts'

export { dashboardsGet, dashboardsPanelRun, dashboardsSearch }

// Every operation `dashboards.*`, in the order of their ids.
export const DASHBOARDS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  dashboardsGet,
  dashboardsPanelRun,
  dashboardsSearch,
])
