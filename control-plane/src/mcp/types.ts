import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import type { Clock } from '@vedette/proto/clock'
import type { Fleet } from '../fleet/types.ts'
import type { Principal } from '../store/types.ts'
import type { Discovery, RunningSurface } from '../tools/index.ts'

// One authenticated HTTP request at /mcp. `request` carries method, headers and the signal of a client that left.
export type McpExchange = Readonly<{
  request: Request
  // Parsed JSON of a POST; undefined for other methods.
  body: unknown
  principal: Principal
  // How this client wants tools announced; all of them unless told.
  discovery?: Discovery
}>

// What to send back: a response in which the first `"tools":[]` is to be replaced by `tools`, if that is set.
export type McpReply = Readonly<{ response: Response; tools: string | null }>

export type McpDoor = Readonly<{
  handle(exchange: McpExchange): Promise<McpReply>
  // Open sessions of clients that initialised.
  sessionCount(): number
  close(): Promise<void>
}>

export type CallTool = (
  request: CallToolRequest,
  context: ServerContext,
) => Promise<CallToolResult | InputRequiredResult>

// What stands beside the tools, such as prompts and resources: called for every protocol server before it connects.
// `callTool` is the handler of tools/call that is in place; `principalOf` tells who sent a request.
export type McpExtension = (
  server: Server,
  own: Readonly<{ callTool: CallTool; principalOf(context: ServerContext): Principal }>,
) => void

export type McpDoorOptions = Readonly<{
  surface: RunningSurface
  fleet: Pick<Fleet, 'onEvent'>
  clock: Clock
  version: string
  extend?: McpExtension | undefined
  // Told of faults of our own.
  onFault?: (error: unknown) => void
}>
