import type { OperationDefinition } from '../define.ts'
import { datasourcesHealth } from './health.ts'
import { datasourcesList } from './list.ts'

export { datasourcesHealth, datasourcesList }

// Every operation `datasources.*`, in the order of their ids.
export const DATASOURCES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  datasourcesHealth,
  datasourcesList,
])
