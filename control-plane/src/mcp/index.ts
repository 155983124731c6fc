export { createMcpDoor } from './door.ts'
export { toListedTool } from './listing.ts'
export { toProtocolError } from './sessions.ts'
export type { McpDoor, McpDoorOptions, McpExchange, McpExtension, McpReply } from './types.ts'
