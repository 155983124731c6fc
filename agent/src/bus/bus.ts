import type { Clock } from '@vedette/proto/clock'
import {
  ackSchema,
  agentSubject,
  type Cancel,
  cancelSchema,
  PING_SUBJECT,
  type Ping,
  pingSchema,
  REPORT_NOW_SUBJECT,
  type ReportNow,
  reportNowSchema,
  SIGNATURE_HEADER,
  type Stop,
  stopSchema,
} from '@vedette/proto/wire'
import type { z } from 'zod'
import type { Ledger } from '../ledger/index.ts'
import type { Servers } from './connection.ts'
import type { Applicant } from './enrol.ts'
import { createMemoryIdentity, type Enrolled, openIdentityStore } from './identity-store.ts'
import { createLink, type LinkEnd, type LinkEvent } from './link.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import type { Listener } from './session.ts'

// What the agent hears. Signed messages come as exact bytes with their signature header, not yet judged.
export type BusHandlers = Readonly<{
  onCall(bytes: Uint8Array, signature: string): void
  onPolicy(bytes: Uint8Array, signature: string): void
  onCancel(cancel: Cancel): void
  onStop(stop: Stop): void
  onPing(ping: Ping): void
  onReportNow(order: ReportNow): void
  onEvent(event: LinkEvent): void
  // A message that could not be read.
  onMalformed(): void
}>

export type BusOptions = Readonly<{
  clock: Clock
  dataDir: string
  servers: Servers
  applicant: Applicant
  readLobbyCreds(): Promise<string>
  readJoinToken(): Promise<string>
  // Set where a ServiceAccount token proves the agent: then no key is kept in `dataDir`.
  readClusterToken: (() => Promise<string>) | null
  // Overrides the tick that enrolment names, in milliseconds.
  tickMs: number | null
  handlers: BusHandlers
  // Keeps each reply as it left.
  ledger?: Ledger
  signal: AbortSignal
  random: () => number
}>

export type AgentBus = Readonly<{
  outbox: Outbox
  // Who this agent is; null until its first enrolment.
  enrolled(): Enrolled | null
  // Milliseconds of one tick.
  tickMs(): number
  isUp(): boolean
  // Serves until the signal aborts or enrolment is refused; the connection stays open for the last words.
  run(): Promise<LinkEnd>
  // Sends what is under way and closes.
  close(): Promise<void>
}>

const DEFAULT_TICK_MS = 10_000

// The agent's one door to NATS.
export async function createAgentBus(options: BusOptions): Promise<AgentBus> {
  const { clock, handlers } = options
  const store =
    options.readClusterToken === null ? await openIdentityStore(options.dataDir) : createMemoryIdentity()
  const tickMs = () => options.tickMs ?? store.enrolled()?.tick_ms ?? DEFAULT_TICK_MS
  const link = createLink({
    clock,
    servers: options.servers,
    store,
    applicant: options.applicant,
    readLobbyCreds: options.readLobbyCreds,
    readJoinToken: options.readJoinToken,
    readClusterToken: options.readClusterToken,
    tickMs,
    listeners: (enrolled) => toListeners(enrolled.agent, handlers, (ack) => outbox.acknowledge(ack)),
    onEvent: handlers.onEvent,
    signal: options.signal,
    random: options.random,
  })
  const outbox = createOutbox(clock, link.session, options.ledger)
  return Object.freeze({
    outbox,
    enrolled: store.enrolled,
    tickMs,
    isUp: link.isUp,
    run: link.run,
    close: link.close,
  })
}

function toListeners(
  agent: string,
  handlers: BusHandlers,
  acknowledge: Outbox['acknowledge'],
): readonly Listener[] {
  const read =
    <T>(schema: z.ZodType<T>, use: (message: T) => void) =>
    (bytes: Uint8Array) => {
      const message = parseMessage(schema, bytes)
      if (message === null) return handlers.onMalformed()
      use(message)
    }
  return [
    {
      subject: agentSubject(agent, 'call'),
      hear: (bytes, header) => handlers.onCall(bytes, header(SIGNATURE_HEADER)),
    },
    {
      subject: agentSubject(agent, 'policy'),
      hear: (bytes, header) => handlers.onPolicy(bytes, header(SIGNATURE_HEADER)),
    },
    { subject: agentSubject(agent, 'cancel'), hear: read(cancelSchema, handlers.onCancel) },
    { subject: agentSubject(agent, 'ack'), hear: read(ackSchema, acknowledge) },
    { subject: agentSubject(agent, 'stop'), hear: read(stopSchema, handlers.onStop) },
    { subject: PING_SUBJECT, hear: read(pingSchema, handlers.onPing) },
    { subject: REPORT_NOW_SUBJECT, hear: read(reportNowSchema, handlers.onReportNow) },
  ]
}

function parseMessage<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | null {
  try {
    const parsed = schema.safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
