import type { EnrollReply } from '@vedette/proto/wire'
import type { Msg, NatsConnection } from 'nats'
import { parseBounded } from './parse.ts'
import type { Enroll } from './types.ts'

const REQUEST_LIMITS = Object.freeze({ bytes: 16 * 1024, depth: 4, keys: 64 })
const MALFORMED: EnrollReply = {
  type: 'vedette.v1.enrolled',
  outcome: 'refused',
  error: { code: 'malformed', message: 'the enrolment request is not readable JSON' },
}

// The only reply subjects that an answer goes to: the lobby's, or the inbox of the very agent that renews.
const REPLY = /^_INBOX_(lobby|[A-Za-z0-9_-]{1,64})\.[A-Za-z0-9._-]{1,128}$/

// Answers one message on the enrolment subject. Never throws; a request without a proper reply subject is dropped.
export async function answerEnrolment(
  connection: NatsConnection,
  { organisation, message, enroll }: Readonly<{ organisation: string; message: Msg; enroll: Enroll }>,
): Promise<void> {
  const box = REPLY.exec(message.reply ?? '')?.[1]
  if (box === undefined || message.reply === undefined) return
  const request = tryParse(message.data)
  // The server does not check reply subjects against permissions, so an answer must not be steered elsewhere.
  if (box !== 'lobby' && !isRenewalOf(request, box)) return
  const reply = request === undefined ? MALFORMED : await enroll(organisation, request)
  if (!connection.isClosed()) connection.publish(message.reply, JSON.stringify(reply))
}

function isRenewalOf(request: unknown, agent: string): boolean {
  return typeof request === 'object' && request !== null && 'agent' in request && request.agent === agent
}

function tryParse(bytes: Uint8Array): unknown {
  try {
    return parseBounded(bytes, REQUEST_LIMITS)
  } catch {
    return undefined
  }
}
