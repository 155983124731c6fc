import type { Served } from '@vedette/proto/connector'
import type { TempoClient } from '../client.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveTracesAggregate } from './traces-aggregate.ts'
import { serveTracesCompare } from './traces-compare.ts'
import { serveTracesDependenciesGet } from './traces-dependencies-get.ts'
import { serveTracesErrorsTop } from './traces-errors-top.ts'
import { serveTracesGet } from './traces-get.ts'
import { serveTracesOperationsList } from './traces-operations-list.ts'
import { serveTracesSearch } from './traces-search.ts'
import { serveTracesServicesList } from './traces-services-list.ts'
import { serveTracesTagValuesList } from './traces-tag-values-list.ts'
import { serveTracesTagsList } from './traces-tags-list.ts'

// What Tempo serves, by id.
export const TEMPO_OPERATIONS: readonly Served<TempoClient>[] = Object.freeze([
  serveServicesSignalsGet,
  serveTracesAggregate,
  serveTracesCompare,
  serveTracesDependenciesGet,
  serveTracesErrorsTop,
  serveTracesGet,
  serveTracesOperationsList,
  serveTracesSearch,
  serveTracesServicesList,
  serveTracesTagValuesList,
  serveTracesTagsList,
])
