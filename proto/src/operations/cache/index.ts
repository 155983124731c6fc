import type { OperationDefinition } from '../define.ts'
import { cacheInfoGet } from './info-get.ts'
import { cacheSlowlogList } from './slowlog-list.ts'

export { cacheInfoGet, cacheSlowlogList }

// Every operation `cache.*`, in the order of their ids.
export const CACHE_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  cacheInfoGet,
  cacheSlowlogList,
])
