import { createAtomicTool } from '../tools/atomic.ts'
import type { Tool } from '../tools/types.ts'
import { createLogsFollowTool } from './follow-tool.ts'
import { createLogsSearchTool, LOGS_SEARCH, type LogParts } from './search-tool.ts'

export type { LogParts } from './search-tool.ts'

// The tools over log lines: logs_search takes the place of its operation's own tool.
export function createLogTools(parts: LogParts): readonly Tool[] {
  const { fleet, dispatch, clock, zoneOf } = parts
  const plain = createAtomicTool(LOGS_SEARCH, {
    fleet,
    dispatch,
    now: () => clock.now(),
    zoneOf,
    requestWrite: () => Promise.reject(new TypeError('a search writes nothing')),
  })
  return Object.freeze([createLogsSearchTool(parts, plain), createLogsFollowTool(parts)])
}
