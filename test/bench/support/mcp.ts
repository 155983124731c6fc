import { createPoster, type Poster } from './post.ts'

const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'
const ACCEPT = { accept: 'application/json, text/event-stream' }

/** A client of the MCP endpoint that sends only what the protocol needs and parses each answer. */
export type McpCaller = {
  call(tool: string, args: object): Promise<string>
  list(): Promise<string>
  close(): void
}

/** Calls with a session: initialised once, its id sent along. */
export async function openSession(url: string, token: string): Promise<McpCaller> {
  const poster = createPoster(url, { ...ACCEPT, authorization: `Bearer ${token}` })
  const params = { protocolVersion: LEGACY, capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  const opened = await poster.post(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }))
  const session = opened.headers['mcp-session-id']
  if (typeof session !== 'string') throw new Error(`no session was opened: ${opened.status} ${opened.text}`)
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': LEGACY }
  await poster.post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }), headers)
  return toCaller(poster, {}, () => headers)
}

/** Calls without a session: each request carries what the server must know. */
export function openStateless(url: string, token: string): McpCaller {
  const poster = createPoster(url, { ...ACCEPT, authorization: `Bearer ${token}` })
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return toCaller(poster, { _meta: meta }, (method, name) => ({
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  }))
}

function toCaller(
  poster: Poster,
  common: object,
  toHeaders: (method: string, name?: string) => Readonly<Record<string, string>>,
): McpCaller {
  let id = 0
  const send = async (method: string, params: object, name?: string) => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, ...common } })
    const { status, text } = await poster.post(body, toHeaders(method, name))
    if (status !== 200) throw new Error(`${method} answered ${status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    async call(tool, args) {
      const message = parseMessage(await send('tools/call', { name: tool, arguments: args }, tool))
      const text = message.result?.content?.[0]?.text
      if (text === undefined || message.result?.isError === true)
        throw new Error(`${tool} failed: ${JSON.stringify(message).slice(0, 400)}`)
      return text
    },
    list: async () => send('tools/list', {}),
    close: () => poster.close(),
  }
}

type Message = {
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text: string }[] }
}

// An answer is JSON, or one event of a stream whose data is that JSON.
function parseMessage(text: string): Message {
  if (text.startsWith('{')) return JSON.parse(text)
  const data = text.split('\n').find((line) => line.startsWith('data: {'))
  if (data === undefined) throw new Error(`no message in ${text.slice(0, 300)}`)
  return JSON.parse(data.slice(6))
}
