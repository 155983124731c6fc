import type { Tool } from '../types.ts'
import { createContextTool } from './context.ts'
import { createInvestigationTools } from './investigations.ts'
import { createProposeTool } from './propose.ts'
import type { Memory } from './threads.ts'
import { createTopologyTool, type FactRights } from './topology.ts'

export type { Memory, Told } from './threads.ts'
export { createCallId, enterThread, recordStep, takeTold } from './threads.ts'

// The tools over what is remembered; they work with every agent offline.
export function createMemoryTools(memory: Memory, rights: FactRights): readonly Tool[] {
  return Object.freeze([
    createContextTool(memory, rights),
    ...createInvestigationTools(memory.investigations, rights.now),
    createTopologyTool(memory.knowledge, rights),
    createProposeTool(memory.knowledge, rights.now),
  ])
}
