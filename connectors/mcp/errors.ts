import { type ByteAnswer, parseBoundedJson, toStatusError } from '@vedette/connectors/kit'
import { SourceError } from '@vedette/proto/connector'

// Statuses by which servers of either era refuse a request of the other: the protocol's own words follow in the body.
const PROTOCOL_STATUSES: ReadonlySet<number> = new Set([400, 404, 405])

export type Expected = Readonly<{ credential: string; at: number }>

// An answer of the transport, judged before the protocol reads it. Throws SourceError: for a status that is a failure
// of the source, and for a body of 2xx that is neither JSON nor a stream of events.
export function judgeAnswer(answer: ByteAnswer, { credential, at }: Expected): ByteAnswer {
  const { status, headers, bytes } = answer
  if (PROTOCOL_STATUSES.has(status) || status === 202) return answer
  if (status < 200 || status > 299 || status === 206)
    throw toStatusError({ status, headers, json: undefined, at, credential })
  const type = headers['content-type'] ?? ''
  if (/^text\/event-stream\b/i.test(type)) return answer
  if (!/^application\/json\b/i.test(type)) throw new SourceError('unusable', { why: 'unexpected_kind' })
  parseBoundedJson(Buffer.from(bytes))
  return answer
}

// What an error of the protocol becomes; its text stays behind.
export function toProtocolFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  if (code === -32601) return new SourceError('not_served', { why: 'the server does not know the method' })
  return new SourceError('unusable', {
    why: 'unexpected_kind',
    ...(typeof code === 'number' && Number.isInteger(code) ? { code: `rpc_${Math.abs(code)}` } : {}),
  })
}
