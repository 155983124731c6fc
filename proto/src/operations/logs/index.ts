import type { OperationDefinition } from '../define.ts'
import { logsAggregate } from './aggregate.ts'
import { logsContextGet } from './context-get.ts'
import { logsFieldValuesList } from './field-values-list.ts'
import { logsFieldsList } from './fields-list.ts'
import { logsPatterns } from './patterns.ts'
import { logsScanEstimateGet } from './scan-estimate-get.ts'
import { logsSearch } from './search.ts'
import { logsSourcesList } from './sources-list.ts'
import { logsVolumeGet } from './volume-get.ts'

export {
  logsAggregate,
  logsContextGet,
  logsFieldsList,
  logsFieldValuesList,
  logsPatterns,
  logsScanEstimateGet,
  logsSearch,
  logsSourcesList,
  logsVolumeGet,
}

// Every operation `logs.*`, in the order of their ids.
export const LOGS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  logsAggregate,
  logsContextGet,
  logsFieldValuesList,
  logsFieldsList,
  logsPatterns,
  logsScanEstimateGet,
  logsSearch,
  logsSourcesList,
  logsVolumeGet,
])
