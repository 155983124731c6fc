import {
  isJSONRPCErrorResponse,
  type JSONRPCErrorResponse,
  type RequestId,
  SdkHttpError,
} from '@modelcontextprotocol/client'
import { readApiError } from '../client.ts'

// JSON-RPC's own code for what went wrong on the server's side.
const INTERNAL = -32_603

// The answer to a request that got none. It never says more than that nothing was learned.
export function toFailure(id: RequestId, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', id, error: { code: INTERNAL, message } }
}

// Why sending a request failed, as the answer to it: the server's own words where they are the protocol's or ours.
export function toSendFailure(id: RequestId, error: unknown, url: string): JSONRPCErrorResponse {
  if (!(error instanceof SdkHttpError) || error.status === undefined)
    return toFailure(id, `no control plane answers at ${url}: nothing was learned`)
  const text = textOf(error)
  const answer = parse(text)
  if (isJSONRPCErrorResponse(answer)) return { ...answer, id }
  const known = readApiError(text)
  if (known === null)
    return toFailure(id, `what answers at ${url} is no Vedette control plane (${error.status})`)
  return toFailure(id, known.fix === undefined ? known.message : `${known.message}: ${known.fix}`)
}

// True when the server no longer knows the session: it was restarted, or the session was idle for long.
export function isSessionLost(error: unknown): boolean {
  return error instanceof SdkHttpError && error.status === 404 && textOf(error).includes('Session not found')
}

function textOf(error: SdkHttpError): string {
  const { text } = error.data
  return typeof text === 'string' ? text : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
