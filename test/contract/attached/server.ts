import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server'

export type Attached = Readonly<{
  url: string
  // The names of the tools that were called.
  calls: string[]
  // Requests by method of the protocol, with the authorization each carried.
  asked: { method: string; authorization: string | undefined }[]
  // The tools from now on.
  set(tools: readonly Tool[]): void
}>

export const READER: Tool = {
  name: 'runs_get',
  description: 'Tells one run.',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  annotations: { readOnlyHint: true },
}

type Answer = Readonly<Record<string, unknown>>
const TEXT: Answer = { content: [{ type: 'text', text: 'run 7 failed' }], structuredContent: { run: 7 } }

// A real MCP server of both eras on loopback; `answer` is what every call of a tool gives.
export async function startAttached(
  t: TestContext,
  { tools = [READER], answer = TEXT }: Readonly<{ tools?: readonly Tool[]; answer?: Answer }> = {},
): Promise<Attached> {
  let served = tools
  const calls: string[] = []
  const asked: Attached['asked'] = []
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'attached', version: '3.1.4' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: [...served] }))
    server.setRequestHandler('tools/call', ({ params }) => {
      calls.push(params.name)
      return answer as never // the answers of a hostile server are of any shape
    })
    return server
  })
  const http = createServer(async (request, response) => {
    const body = await readBody(request)
    const { method } = JSON.parse(body) as { method: string } // the client sends JSON-RPC
    asked.push({ method, authorization: request.headers.authorization })
    const headers = new Headers(request.headers as Record<string, string>) // none of these is repeated
    const made = new Request(`http://${request.headers.host}/mcp`, { method: 'POST', headers, body })
    const told = await handler.fetch(made)
    response.writeHead(told.status, Object.fromEntries(told.headers))
    response.end(Buffer.from(await told.arrayBuffer()))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo // listening on TCP
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    asked,
    set(next) {
      served = next
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
