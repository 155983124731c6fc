import type { OperationDefinition } from '../define.ts'
import { tracesAggregate } from './aggregate.ts'
import { tracesCompare } from './compare.ts'
import { tracesDependenciesGet } from './dependencies-get.ts'
import { tracesErrorsTop } from './errors-top.ts'
import { tracesGet } from './get.ts'
import { tracesOperationsList } from './operations-list.ts'
import { tracesOutliersExplain } from './outliers-explain.ts'
import { tracesSearch } from './search.ts'
import { tracesServicesList } from './services-list.ts'
import { tracesTagValuesList } from './tag-values-list.ts'
import { tracesTagsList } from './tags-list.ts'

export {
  tracesAggregate,
  tracesCompare,
  tracesDependenciesGet,
  tracesErrorsTop,
  tracesGet,
  tracesOperationsList,
  tracesOutliersExplain,
  tracesSearch,
  tracesServicesList,
  tracesTagsList,
  tracesTagValuesList,
}

// Every operation `traces.*`, in the order of their ids.
export const TRACES_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  tracesAggregate,
  tracesCompare,
  tracesDependenciesGet,
  tracesErrorsTop,
  tracesGet,
  tracesOperationsList,
  tracesOutliersExplain,
  tracesSearch,
  tracesServicesList,
  tracesTagValuesList,
  tracesTagsList,
])
