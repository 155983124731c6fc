import { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { SourceError } from '@vedette/proto/connector'
import { createGuardedLookup } from './addresses.ts'
import { IN_FLIGHT, MAX_BODY_BYTES } from './limits.ts'

export type SocketBounds = Readonly<{
  // Every byte that the vendor's protocol may begin an answer with.
  greetings: string
  // Bytes that one connection may bring in.
  maxBytes?: number
}>

// How a connection that is not HTTP is encrypted: `verify` checks the certificate and its name, `encrypt` neither.
export type SocketTls = Readonly<{ mode: 'verify' | 'encrypt'; ca?: string; servername?: string }>

// The part of `tls.connect` that says whom to trust; `servername` is left out for addresses, which have none.
export function toTlsOptions(facts: SocketTls) {
  return {
    rejectUnauthorized: facts.mode === 'verify',
    ...(facts.ca === undefined ? {} : { ca: facts.ca }),
    ...(facts.servername === undefined ? {} : { servername: facts.servername }),
  }
}

// An unconnected socket for a vendor's own client. Its names resolve through the kit's address check; an answer of
// another protocol, of too many bytes, or that the client cannot parse, destroys it with a SourceError.
export function createGuardedSocket(bounds: SocketBounds): Socket {
  const socket = new Socket()
  const connect = socket.connect.bind(socket)
  const guarded = (port: number, host: string) => connect({ port, host, lookup: createGuardedLookup() })
  socket.connect = guarded as typeof socket.connect // the one form of its overloads that clients call
  guardStream(socket, bounds)
  return socket
}

// The same over TLS from the first byte, connecting at once.
export function openTlsSocket(
  place: Readonly<{ host: string; port: number }>,
  facts: SocketTls,
  bounds: SocketBounds,
): TLSSocket {
  const socket = connectTls({ ...place, lookup: createGuardedLookup(), ...toTlsOptions(facts) })
  guardStream(socket, bounds)
  return socket
}

// Holds a stream to its bounds; for the TLS stream that a client makes over a guarded socket by itself.
export function guardStream(stream: Socket, bounds: SocketBounds): void {
  let held = 0
  const maxBytes = bounds.maxBytes ?? MAX_BODY_BYTES
  const refuse = (error: SourceError) => void stream.destroy(error)
  containListeners(stream, () => refuse(new SourceError('unusable', { why: 'unparseable' })))
  stream.on('data', (chunk: Buffer) => {
    const isFirst = held === 0
    if (!IN_FLIGHT.take(chunk.length))
      return refuse(new SourceError('throttled', { by: 'us', retry_after_ms: 1000 }))
    held += chunk.length
    if (isFirst && !bounds.greetings.includes(String.fromCharCode(chunk[0] ?? 0)))
      return refuse(new SourceError('unusable', { why: 'unexpected_kind' }))
    if (held > maxBytes) return refuse(new SourceError('unusable', { why: 'too_large' }))
  })
  stream.once('close', () => {
    IN_FLIGHT.give(held)
    held = 0
  })
}

// A client's parser that throws on odd bytes would end the process: here it ends the connection.
function containListeners(stream: Socket, broken: () => void): void {
  const emit = stream.emit.bind(stream)
  const contained = (event: string, ...args: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...args)
    try {
      return emit(event, ...args)
    } catch {
      broken()
      return true
    }
  }
  stream.emit = contained as typeof stream.emit // the overloads of emit differ by event alone
}
