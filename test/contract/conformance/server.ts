import { once } from 'node:events'
import { request as ask, createServer } from 'node:http'
import type { McpExtension } from '@vedette/control-plane/mcp'
import { OPERATIONS } from '@vedette/proto/operations'
import { type Cleanup, registerUndo } from '@vedette/test/kit'
import { agentView, connectorState, createFakeFleet } from '../../../control-plane/testing/fakes.ts'
import { startHttp } from '../../../control-plane/testing/http.ts'
import { type BesideTool, CONTENT_TOOLS, toText } from './beside.ts'
import { INPUT_TOOLS } from './inputs.ts'
import { mountParts } from './parts.ts'
import { SESSION_TOOLS } from './questions.ts'
import { createFixtureTools } from './tools.ts'

// Operations that are served at first; each change of the tools has policy deny one more.
const SERVED = OPERATIONS.filter((operation) => operation.id.startsWith('k8s.') && operation.tier === 'read')
  .slice(0, 12)
  .map((operation) => operation.id)

/** The product's HTTP server and MCP endpoint with the suite's fixtures; resolves to the URL of the endpoint. */
export async function startFixtureServer(t: Cleanup): Promise<string> {
  let denied = 0
  const toAgents = () => [agentView('web-1', [connectorState('kubernetes', SERVED, toDenied(denied))])]
  const fleet = createFakeFleet(toAgents())
  const beside: Readonly<Record<string, BesideTool>> = {
    ...CONTENT_TOOLS,
    ...INPUT_TOOLS,
    ...SESSION_TOOLS,
    test_trigger_tool_change: () => {
      denied += 1
      fleet.set(toAgents())
      return toText('policy denies one operation more')
    },
  }
  const extendMcp: McpExtension = (server, { callTool }) => {
    server.setRequestHandler('tools/call', (request, context) => {
      const tool = beside[request.params.name]
      return tool === undefined ? callTool(request, context) : tool(context, request)
    })
    mountParts(server)
  }
  const extraTools = createFixtureTools(Object.keys(beside))
  const { url } = await startHttp(
    { after: (undo) => registerUndo(t, undo) },
    { fleet, extraTools, extendMcp },
  )
  return `${await startDoorkeeper(t, Number(new URL(url).port))}/mcp`
}

function toDenied(count: number) {
  return { denied: SERVED.slice(0, count).map((id) => ({ id, rule: 'r1' })) }
}

// The suite knows no tokens: this passes every request on as it is, with the bearer.
async function startDoorkeeper(t: Cleanup, port: number): Promise<string> {
  const server = createServer((incoming, reply) => {
    const headers = { ...incoming.headers, authorization: 'Bearer vdt_admin' }
    const out = ask(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      (told) => {
        reply.writeHead(told.statusCode ?? 502, told.headers)
        reply.flushHeaders()
        told.pipe(reply)
        told.on('error', () => reply.destroy())
      },
    )
    out.on('error', () => reply.destroy())
    reply.on('close', () => out.destroy())
    incoming.pipe(out)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  registerUndo(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}
