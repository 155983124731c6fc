import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Principal } from '../store/types.ts'
import { CALL_BUDGET_MS, type RunningSurface, toErrorText } from '../tools/index.ts'
import { createAsking } from './elicit.ts'
import type { Listing } from './listing.ts'
import type { CallTool, McpExtension } from './types.ts'

// How long a client may keep a list of tools, in milliseconds.
const LIST_TTL_MS = 30_000

// The exchange in which a request arrived: who asks, and where the bytes of a list are put.
export type Exchange = { readonly principal: Principal; tools: string | null }

export type ProtocolServerOptions = Readonly<{
  surface: RunningSurface
  version: string
  // Null where the client does not read instructions.
  instructions: string | null
  // The list announced to this session or principal.
  listing(): Listing
  // Adds to that list, where it belongs to one client alone.
  reveal?: ((names: readonly string[]) => void) | undefined
  // The exchange of a request that this server's transport was given.
  exchangeOf(request: Request | undefined): Exchange
  // True where each request stands alone and nobody can be asked meanwhile.
  isStateless: boolean
  extend?: McpExtension | undefined
}>

// A protocol server for one session or one request; it holds nothing of other clients.
export function createProtocolServer(options: ProtocolServerOptions): Server {
  const { surface, version, instructions, exchangeOf } = options
  const server = new Server(
    { name: 'vedette', title: 'Vedette', version },
    {
      capabilities: { tools: { listChanged: true } },
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
      ...(instructions === null ? {} : { instructions }),
    },
  )
  server.setRequestHandler('tools/list', (request, context) => {
    if (request.params?.cursor !== undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'tools/list has one page: leave out cursor')
    // The list itself is put in as bytes when the response is written.
    exchangeOf(context.http?.req).tools = options.listing().json
    return { tools: [] }
  })
  const callTool: CallTool = async (request, context) => {
    const { principal } = exchangeOf(context.http?.req)
    const asking = createAsking(server, context, options.isStateless)
    const result = await surface.call(request.params.name, request.params.arguments, {
      principal,
      signal: signalOf(context),
      budget_ms: CALL_BUDGET_MS,
      client: server.getClientVersion()?.name ?? 'mcp',
      ...asking.context,
      ...(options.reveal === undefined ? {} : { reveal: options.reveal }),
      progress: (done, total, message) => sendProgress(context, { done, total, message }),
    })
    const required = asking.required()
    if (required !== null) return required
    if (result.kind === 'answer') return { content: [{ type: 'text', text: result.text }] }
    return { content: [{ type: 'text', text: toErrorText(result.error) }], isError: true }
  }
  server.setRequestHandler('tools/call', callTool)
  options.extend?.(server, {
    callTool,
    principalOf: (context) => exchangeOf(context.http?.req).principal,
  })
  return server
}

// Aborts when the client cancels, or when it is gone and nobody is left to read the answer.
function signalOf(context: ServerContext): AbortSignal {
  const gone = context.http?.req?.signal
  return gone === undefined ? context.mcpReq.signal : AbortSignal.any([context.mcpReq.signal, gone])
}

// Progress is a courtesy: a client that did not ask for it, or is gone, gets none.
function sendProgress(
  context: ServerContext,
  { done, total, message }: Readonly<{ done: number; total: number; message: string }>,
): void {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, progress: done, total, message }
  context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
}
