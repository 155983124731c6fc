import { defineConnector } from '@vedette/proto/connector'
import { connectMcp, type McpClient } from './client.ts'
import { configSchema, type McpConfig } from './config.ts'
import { MCP_OPERATIONS } from './operations/index.ts'
import { probeMcp } from './probe.ts'

// Another MCP server, whose listed tools are read through two operations.
export const mcpConnector = defineConnector<McpConfig, McpClient>({
  id: 'mcp',
  title: 'Attached MCP server',
  config: configSchema,
  concurrency: 4,
  connect: connectMcp,
  probe: probeMcp,
  operations: MCP_OPERATIONS,
})
