import type { OperationDefinition } from '../define.ts'
import { hostDisksList } from './disks-list.ts'
import { hostInfo } from './info.ts'
import { hostLoadGet } from './load-get.ts'
import { hostLogsSearch } from './logs-search.ts'
import { hostMemoryGet } from './memory-get.ts'
import { hostProcessesList } from './processes-list.ts'
import { hostServicesList } from './services-list.ts'
import { hostSocketsList } from './sockets-list.ts'

export {
  hostDisksList,
  hostInfo,
  hostLoadGet,
  hostLogsSearch,
  hostMemoryGet,
  hostProcessesList,
  hostServicesList,
  hostSocketsList,
}

// Every operation `host.*`, in the order of their ids.
export const HOST_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  hostDisksList,
  hostInfo,
  hostLoadGet,
  hostLogsSearch,
  hostMemoryGet,
  hostProcessesList,
  hostServicesList,
  hostSocketsList,
])
