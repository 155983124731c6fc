import type { OperationDefinition } from '../define.ts'
import { searchClusterHealth } from './cluster-health.ts'
import { searchIndicesList } from './indices-list.ts'

export { searchClusterHealth, searchIndicesList }

// Every operation `search.*`, in the order of their ids.
export const SEARCH_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  searchClusterHealth,
  searchIndicesList,
])
