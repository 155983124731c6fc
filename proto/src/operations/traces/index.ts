import type { OperationDefinition } from '../define.ts'
import { tracesDependenciesGet } from './dependencies-get.ts'
import { tracesErrorsTop } from './errors-top.ts'
import { tracesGet } from './get.ts'
import { tracesSearch } from './search.ts'
import { tracesServicesList } from './services-list.ts'

export { tracesDependenciesGet, tracesErrorsTop, tracesGet, tracesSearch, tracesServicesList }

// Every operation `traces.*`, in the order of their ids.
export const TRACES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  tracesDependenciesGet,
  tracesErrorsTop,
  tracesGet,
  tracesSearch,
  tracesServicesList,
])
