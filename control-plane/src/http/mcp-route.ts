import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type McpDoor, type McpReply, toProtocolError } from '../mcp/index.ts'
import type { Principal } from '../store/types.ts'
import { shortenEchoes } from './echo.ts'

export type McpRouteParts = Readonly<{
  door: McpDoor
  principalOf(request: FastifyRequest): Principal
}>

const EMPTY_LIST = '"tools":[]'

// Mounts the MCP endpoint: raw JSON in, the door's response out, a client that left becomes an aborted signal.
export function mountMcp(app: FastifyInstance, { door, principalOf }: McpRouteParts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: ['POST', 'GET', 'DELETE'],
      url: '/mcp',
      async handler(request, reply) {
        const parsed = parseBody(request)
        if (parsed.isBroken) return sendResponse(reply, toReply(toParseError()))
        const gone = new AbortController()
        reply.raw.once('close', () => {
          if (!reply.raw.writableFinished) gone.abort()
        })
        const exchange = {
          request: toWebRequest(request, gone.signal),
          body: parsed.body,
          principal: principalOf(request),
          discovery: isSearching(request) ? ('search' as const) : ('all' as const),
        }
        return sendResponse(reply, await door.handle(exchange), parsed.body)
      },
    })
  })
}

// `/mcp?discovery=search`: a short list, and a search for the rest.
function isSearching(request: FastifyRequest): boolean {
  return new URLSearchParams(request.url.split('?', 2)[1]).get('discovery') === 'search'
}

function toParseError(): Response {
  return toProtocolError(400, -32_700, 'Parse error: the body is not valid JSON')
}

function toReply(response: Response): McpReply {
  return { response, tools: null }
}

function parseBody(request: FastifyRequest): Readonly<{ isBroken: boolean; body: unknown }> {
  if (request.method !== 'POST') return { isBroken: false, body: undefined }
  try {
    const body: unknown = JSON.parse(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '')
    return { isBroken: false, body }
  } catch {
    return { isBroken: true, body: undefined }
  }
}

// Method, headers and signal; the body travels parsed beside it.
function toWebRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // The credential ends here.
    if (value === undefined || name === 'authorization' || name === 'cookie') continue
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one)
  }
  return new Request(`http://${request.headers.host ?? 'localhost'}/mcp`, {
    method: request.method,
    headers,
    signal,
  })
}

async function sendResponse(reply: FastifyReply, mcp: McpReply, body?: unknown): Promise<FastifyReply> {
  const { response } = mcp
  const headers = Object.fromEntries(response.headers)
  if (response.body !== null && headers['content-type']?.startsWith('text/event-stream')) {
    reply.hijack()
    reply.raw.writeHead(response.status, { ...headers, 'x-content-type-options': 'nosniff' })
    // A stream that the client opens to listen says at once that it is there; an answer leaves with its headers.
    if (reply.request.method === 'GET') reply.raw.flushHeaders()
    await pump(response.body, reply.raw, mcp)
    return reply
  }
  const answer = response.body === null ? '' : putTools(await response.text(), mcp)
  const text = isError(response, answer) ? shortenEchoes(answer, reply.request, body) : answer
  reply.code(response.status).headers({ ...headers, 'cache-control': 'no-store' })
  return reply.send(text === '' ? null : text)
}

// Inside a text the quotes would be escaped: this is an error of the protocol.
function isError({ status }: Response, answer: string): boolean {
  return status >= 400 || answer.includes('"error":{')
}

// Writes a stream as it comes; one that the client no longer reads is cancelled.
async function pump(body: ReadableStream<Uint8Array>, raw: ServerResponse, mcp: McpReply): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  raw.once('close', cancel)
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const text = putTools(decoder.decode(part.value, { stream: true }), mcp)
      // The headers, an event and the end that follows at once leave in one piece.
      raw.cork()
      setImmediate(() => raw.uncork())
      if (!raw.write(text) && !raw.destroyed) await drained(raw)
    }
  } catch {
    // The stream was cut: the client sees it end.
  } finally {
    raw.off('close', cancel)
    raw.end()
  }
}

function drained(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      raw.off('drain', go)
      raw.off('close', go)
      resolve()
    }
    raw.once('drain', go)
    raw.once('close', go)
  })
}

// Puts the prepared bytes of a list where the protocol's own answer has an empty one. The sequence cannot occur in
// any text of a client: inside a JSON string its quotes would be escaped.
function putTools(text: string, { tools }: McpReply): string {
  if (tools === null) return text
  const at = text.indexOf(EMPTY_LIST)
  return at < 0 ? text : `${text.slice(0, at)}"tools":${tools}${text.slice(at + EMPTY_LIST.length)}`
}
