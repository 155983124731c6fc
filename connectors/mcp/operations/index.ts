import type { Served } from '@vedette/proto/connector'
import type { McpClient } from '../client.ts'
import { serveAttachedToolsCall } from './attached-tools-call.ts'
import { serveAttachedToolsList } from './attached-tools-list.ts'

// What an attached MCP server serves, by id.
export const MCP_OPERATIONS: readonly Served<McpClient>[] = Object.freeze([
  serveAttachedToolsCall,
  serveAttachedToolsList,
])
