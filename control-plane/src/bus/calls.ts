import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import {
  type Ack,
  agentSubject,
  CALL_EXPIRY_SECONDS,
  type Call,
  type Cancel,
  CHUNK_HEADER,
  parseReplySubject,
  replySubject,
  SIGNATURE_HEADER,
} from '@vedette/proto/wire'
import { headers, type Msg, type NatsConnection } from 'nats'
import { createAdmission } from './admission.ts'
import { createPending, type Pending } from './pending.ts'
import { lost } from './reply.ts'
import type { CallAgent, CallRequest, CallResult } from './types.ts'

export type CallsOptions = Readonly<{
  replica: string
  clock: Clock
  sign(bytes: Uint8Array): string
  // The replies' connection of an organisation, or null while it is down.
  connection(organisation: string): NatsConnection | null
  isQuarantined(organisation: string, agent: string): boolean
  onGone(organisation: string, agent: string): void
  // A reply message that cannot be read, and one that no call waits for.
  onMalformed(organisation: string, agent: string): void
  onStray(): void
}>

export type Calls = Readonly<{
  callAgent: CallAgent
  // Takes each message on the replica's reply subjects.
  receive(organisation: string, message: Msg): void
  started(): number
}>

type Entry = Readonly<{
  pending: Pending
  end(result: CallResult): void
  // Takes the bytes of each chunk in the order in which they come.
  hear(bytes: Uint8Array): void
}>

const CHUNK = /^(0|[1-9]\d{0,3})$/
const MAX_CALL_BYTES = 512 * 1024
// Status of the server's own message when nobody listens to a subject.
const NO_RESPONDERS = 503

// Calls under way of one replica, all organisations. A call always ends: with its reply, at its deadline or on abort.
export function createCalls(options: CallsOptions): Calls {
  const { replica, clock } = options
  const entries = new Map<string, Entry>()
  const admission = createAdmission()
  let started = 0

  async function callAgent(request: CallRequest): Promise<CallResult> {
    const { organisation, agent, signal } = request
    if (signal.aborted) return lost({ state: 'timed_out', waited_ms: 0, phase: 'agent' })
    if (options.isQuarantined(organisation, agent)) return lost({ state: 'unusable', why: 'malformed' })
    const connection = options.connection(organisation)
    if (connection === null) return lost({ state: 'agent_offline' })
    return new Promise((resolve) => open({ request, connection, resolve }))
  }

  function open(
    facts: Readonly<{
      request: CallRequest
      connection: NatsConnection
      resolve: (result: CallResult) => void
    }>,
  ): void {
    const { request, connection, resolve } = facts
    const { agent, organisation, signal } = request
    const call = randomBytes(15).toString('base64url')
    const budget = Math.max(1, Math.floor(request.budget_ms))
    const begun = clock.monotonic()
    const arrived = { hash: createHash('sha256'), bytes: 0 }
    const settle = (result: CallResult) => {
      if (!entries.delete(call)) return
      stopTimer()
      signal.removeEventListener('abort', giveUp)
      pending.release()
      if (isMalformed(result)) options.onMalformed(organisation, agent)
      const took_ms = Math.round(clock.monotonic() - begun)
      const sha256 = arrived.hash.digest('hex')
      resolve({ ...result, receipt: { call, bytes: arrived.bytes, sha256, took_ms } })
    }
    const giveUp = () => {
      publish(agentSubject(agent, 'cancel'), { type: 'vedette.v1.cancel', call, replica })
      const waited = Math.round(clock.monotonic() - begun)
      settle(lost({ state: 'timed_out', waited_ms: waited, phase: pending.phase() }))
    }
    const publish = (subject: string, message: Cancel | Ack) => {
      // The account's other messages go the same way; when the link is down the agent's own deadline ends the work.
      const open = options.connection(organisation)
      if (open?.isClosed() === false) open.publish(subject, JSON.stringify(message))
    }
    const pending = createPending({
      request,
      call,
      admission,
      settle: (result) => {
        // What ends before its last chunk must not go on being sent.
        if (result.kind === 'lost')
          publish(agentSubject(agent, 'cancel'), { type: 'vedette.v1.cancel', call, replica })
        settle(result)
      },
      acknowledge: (chunk) =>
        publish(agentSubject(agent, 'ack'), { type: 'vedette.v1.ack', call, replica, chunk }),
    })
    const stopTimer = clock.after(budget, giveUp)
    signal.addEventListener('abort', giveUp, { once: true })
    const hear = (bytes: Uint8Array) => {
      arrived.hash.update(bytes)
      arrived.bytes += bytes.byteLength
    }
    entries.set(call, { pending, end: settle, hear })
    started += 1
    const refused = trySend(connection, { request, call, budget })
    if (refused !== null) settle(lost(refused))
  }

  // Why nothing left: the connection ended a moment ago, or the arguments are over what one message may carry.
  function trySend(
    connection: NatsConnection,
    { request, call, budget }: Readonly<{ request: CallRequest; call: string; budget: number }>,
  ): Omit<Part, 'scope'> | null {
    if (connection.isClosed()) return { state: 'agent_offline' }
    const bytes = Buffer.from(JSON.stringify(toCall({ request, call, budget, replica, now: clock.now() })))
    if (bytes.byteLength > MAX_CALL_BYTES) return { state: 'unusable', why: 'too_large' }
    const signed = headers()
    signed.set(SIGNATURE_HEADER, options.sign(bytes))
    connection.publish(agentSubject(request.agent, 'call'), bytes, {
      reply: replySubject(request.agent, replica, call),
      headers: signed,
    })
    return null
  }

  function receive(organisation: string, message: Msg): void {
    const subject = parseReplySubject(message.subject)
    const entry = subject === null ? undefined : entries.get(subject.call)
    const asked = entry?.pending.request
    // Only the called agent of the called organisation may answer a call.
    if (entry === undefined || asked?.agent !== subject?.agent || asked?.organisation !== organisation)
      options.onStray()
    else if (message.headers?.code === NO_RESPONDERS && message.data.byteLength === 0) {
      options.onGone(organisation, entry.pending.request.agent)
      entry.end(lost({ state: 'agent_offline' }))
    } else takeChunk(entry, message)
  }

  function takeChunk(entry: Entry, message: Msg): void {
    const chunk = message.headers?.get(CHUNK_HEADER) ?? ''
    entry.hear(message.data)
    if (CHUNK.test(chunk)) entry.pending.take(Number(chunk), message.data)
    else entry.end(lost({ state: 'unusable', why: 'malformed' }))
  }

  return Object.freeze({ callAgent, receive, started: () => started })
}

function isMalformed(result: CallResult): boolean {
  return result.kind === 'lost' && (result.part.why === 'malformed' || result.part.why === 'unparseable')
}

function toCall(
  facts: Readonly<{ request: CallRequest; call: string; budget: number; replica: string; now: number }>,
): Call {
  const { request, call, budget, replica, now } = facts
  return {
    type: 'vedette.v1.call',
    call,
    replica,
    agent: request.agent,
    incarnation: request.incarnation,
    operation: request.operation,
    contract: request.contract,
    instance: request.instance,
    arguments: { ...request.arguments },
    tier: request.tier,
    principal: request.principal,
    ...(request.investigation === undefined ? {} : { investigation: request.investigation }),
    ...(request.approval === undefined
      ? {}
      : { approval: request.approval.id, approved: request.approval.approved }),
    ...(request.preview === undefined ? {} : { preview: request.preview }),
    deadline: now + budget,
    budget_ms: budget,
    policy_hash: request.policy_hash,
    nonce: randomBytes(16).toString('base64url'),
    issued_at: now,
    expires_at: now + CALL_EXPIRY_SECONDS * 1000,
  }
}
