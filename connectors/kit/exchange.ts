import http from 'node:http'
import https from 'node:https'
import { SourceError } from '@vedette/proto/connector'
import type { Phase } from '@vedette/proto/visibility'
import { createGuardedLookup } from './addresses.ts'
import { toNetworkError } from './status.ts'

// `servername` is the name that the server's certificate must hold, when it is not the URL's.
export type TlsFacts = Readonly<{ ca?: string; cert?: string; key?: string; servername?: string }>

export type Transport = Readonly<{
  agent: http.Agent
  lookup: ReturnType<typeof createGuardedLookup>
}>

// Keep-alive sockets of one client. No proxy, no redirects; idle sockets do not keep the process alive.
export function createTransport(base: URL, tls: TlsFacts = {}): Transport {
  const options = { keepAlive: true, maxSockets: 24, maxFreeSockets: 4 }
  const agent = base.protocol === 'https:' ? new https.Agent({ ...options, ...tls }) : new http.Agent(options)
  return { agent, lookup: createGuardedLookup() }
}

export type ExchangeRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  credential: string
}>

// Sends one request and resolves at the response's head; the body is still to be read. Aborting destroys the
// socket. Throws SourceError only.
export function sendRequest(
  transport: Transport,
  request: ExchangeRequest,
  call: Readonly<{ signal: AbortSignal; enter(phase: Phase): void }>,
): Promise<http.IncomingMessage> {
  const { url, method, headers, body } = request
  const options = { ...transport, method, headers, signal: call.signal }
  return new Promise((resolve, reject) => {
    call.enter('connect')
    const outgoing = open(url, options, request.credential)
    outgoing.once('socket', (socket) => {
      if (outgoing.reusedSocket) call.enter('first_byte')
      else
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => call.enter('first_byte'))
    })
    outgoing.once('response', (response) => {
      call.enter('body')
      resolve(response)
    })
    outgoing.on('error', (error) => reject(toNetworkError(error)))
    outgoing.end(body)
  })
}

function open(url: URL, options: https.RequestOptions, credential: string): http.ClientRequest {
  try {
    return (url.protocol === 'https:' ? https : http).request(url, options)
  } catch {
    // The only part of a request that is not already checked is a header made from a secret.
    throw new SourceError('unauthorized', { credential, why: 'the credential is not a valid header value' })
  }
}
