import type { OperationDefinition } from '../define.ts'
import { logsSearch } from './search.ts'
import { logsVolumeGet } from './volume-get.ts'

export { logsSearch, logsVolumeGet }

// Every operation `logs.*`, in the order of their ids.
export const LOGS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([logsSearch, logsVolumeGet])
