import type { Readable, Writable } from 'node:stream'
import {
  isInitializedNotification,
  isInitializeRequest,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  type RequestId,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Connection } from '../client.ts'
import { isSessionLost, toFailure, toSendFailure } from './failure.ts'

export type BridgeOptions = Readonly<{
  connection: Connection
  input: Readable
  // Gets messages of the protocol and nothing else.
  output: Writable
  // Told in one line what a person may want to know.
  warn(text: string): void
  // Ends the bridge.
  signal: AbortSignal
}>

type Waiting = Readonly<{ request: JSONRPCRequest; stop: AbortController }>

// The id of our own request when a session is opened again; no client's, for it is random.
const REOPEN_ID = `vedette-reopen-${crypto.randomUUID()}`
const LIST_CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const

// Carries messages between a client on standard input and output and the control plane's MCP endpoint, until the input
// ends. Both eras pass unchanged; every request gets an answer, though it be that nothing was learned.
export async function runBridge({ connection, input, output, warn, signal }: BridgeOptions): Promise<void> {
  const { url, token } = connection
  const client = new StdioServerTransport(input, output)
  const server = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  })
  const waiting = new Map<RequestId, Waiting>()
  let opening: JSONRPCRequest | null = null
  let reopened: PromiseWithResolvers<void> | null = null

  function answer(message: JSONRPCMessage): void {
    // A client that is gone reads nothing any more.
    client.send(message).catch(() => {})
  }

  // Answers a request that got no answer; one that was cancelled, or answered after all, waits no more.
  function fail(id: RequestId, failure: JSONRPCErrorResponse): void {
    if (!waiting.delete(id)) return
    // Many clients show nothing but what stands here.
    warn(failure.error.message)
    answer(failure)
  }

  function hear(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      const { id } = message
      if (id === opening?.id || id === REOPEN_ID) noteVersion(message)
      if (id === REOPEN_ID) {
        settleReopening(message)
        return
      }
      if (id !== undefined && !waiting.delete(id)) return
    }
    answer(message)
  }

  function noteVersion(message: JSONRPCMessage): void {
    if (!isJSONRPCResultResponse(message)) return
    const { protocolVersion } = message.result
    if (typeof protocolVersion === 'string') server.setProtocolVersion(protocolVersion)
  }

  function settleReopening(message: JSONRPCMessage): void {
    if (isJSONRPCResultResponse(message)) reopened?.resolve()
    else reopened?.reject(new Error('the control plane does not open a session'))
  }

  async function send(message: JSONRPCMessage): Promise<void> {
    if (!isJSONRPCRequest(message)) return server.send(message)
    const { id } = message
    const stop = new AbortController()
    if (isInitializeRequest(message)) opening = message
    waiting.set(id, { request: message, stop })
    await server.send(message, {
      requestSignal: stop.signal,
      onRequestStreamEnd: () => fail(id, toFailure(id, 'the control plane went away: nothing was learned')),
    })
  }

  // Opens the session again as the client opened it; its list of tools may be another one now.
  async function reopen(first: JSONRPCRequest): Promise<void> {
    const current = Promise.withResolvers<void>()
    reopened = current
    try {
      await server.send({ ...first, id: REOPEN_ID })
      await current.promise
      await server.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
    } finally {
      reopened = null
    }
    warn('the session was opened again')
    answer(LIST_CHANGED)
  }

  let reopening: Promise<void> | null = null

  async function pass(message: JSONRPCMessage): Promise<void> {
    if (isCancellation(message)) {
      const { requestId } = message.params
      const cancelled = waiting.get(requestId)
      waiting.delete(requestId)
      // Without a session, leaving is how a client cancels.
      if (cancelled !== undefined && isStateless(cancelled.request)) {
        cancelled.stop.abort()
        return
      }
    }
    try {
      await send(message).catch(async (error: unknown) => {
        if (opening === null || !isSessionLost(error) || isInitializedNotification(message)) throw error
        reopening ??= reopen(opening).finally(() => {
          reopening = null
        })
        await reopening
        await send(message)
      })
    } catch (error) {
      if (isJSONRPCRequest(message)) fail(message.id, toSendFailure(message.id, error, url))
      else warn('a message did not reach the control plane')
    }
  }

  const ended = Promise.withResolvers<void>()
  client.onclose = () => ended.resolve()
  client.onerror = () => warn('a line of the input is no message of the protocol')
  client.onmessage = (message) => void pass(message)
  server.onmessage = hear
  await server.start()
  await client.start()
  const leave = () => void client.close()
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  await ended.promise
  signal.removeEventListener('abort', leave)
  for (const { stop } of waiting.values()) stop.abort()
  await server.terminateSession().catch(() => {})
  await server.close()
}

type Cancellation = Readonly<{ params: Readonly<{ requestId: RequestId }> }>

function isCancellation(message: JSONRPCMessage): message is JSONRPCMessage & Cancellation {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return false
  const id = message.params?.['requestId']
  return typeof id === 'string' || typeof id === 'number'
}

function isStateless({ params }: JSONRPCRequest): boolean {
  return params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined
}
