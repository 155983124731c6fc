import { type Bus, type Calls, createCalls, createIntake } from '@vedette/control-plane/bus'
import type { Clock } from '@vedette/proto/clock'
import { type AgentSubject, agentOfSubject, agentSubject, type Ping } from '@vedette/proto/wire'
import { headers, type Msg, type MsgHdrs, type NatsConnection } from 'nats'

export const ORGANISATION = 'acme'
const REPLICA = 'r1'

/** What one agent process hears. */
export type AgentEar = Readonly<{
  agent: string
  hear(what: AgentSubject | 'ping' | 'report-now', bytes: Uint8Array, header: (name: string) => string): void
  /** True: messages to it vanish, as behind a partition; the server still believes that it listens. */
  isDeaf(): boolean
}>

/** The control plane's door to agents in this very process; what it checks and how it times out are the product's. */
export type MemoryBus = Readonly<{
  bus: Bus
  attach(ear: AgentEar): () => void
  /** A message of an agent, as it left its process. */
  publish(subject: string, bytes: Uint8Array, fields: Readonly<Record<string, string>>): void
}>

/** A bus without a server; messages arrive in order, one turn later. */
export function createMemoryBus(
  facts: Readonly<{ clock: Clock; sign(bytes: Uint8Array): string }>,
): MemoryBus {
  const { clock, sign } = facts
  const ears = new Set<AgentEar>()
  const listeners = new Set<(message: Parameters<Parameters<Bus['onMessage']>[0]>[0]) => void>()
  let nonces = 0
  const quiet = { info: () => {}, warn: () => {} }
  const emit = (message: Parameters<Parameters<Bus['onMessage']>[0]>[0]) => {
    for (const listen of listeners) listen(message)
  }
  const intake = createIntake({ replica: REPLICA, clock, log: quiet, emit })
  const connection = {
    isClosed: () => false,
    publish: (subject: string, data: Uint8Array | string, options?: { reply?: string; headers?: MsgHdrs }) =>
      toAgents(subject, toBytes(data), options),
  } as unknown as NatsConnection // the two methods that calls use
  const calls: Calls = createCalls({
    replica: REPLICA,
    clock,
    sign,
    connection: () => connection,
    isQuarantined: intake.isQuarantined,
    onMalformed: intake.countMalformed,
    onStray: intake.countStray,
    onGone: (organisation, agent) => emit({ kind: 'gone', organisation, agent }),
  })

  function toAgents(
    subject: string,
    bytes: Uint8Array,
    options: { reply?: string; headers?: MsgHdrs } = {},
  ): void {
    const what = subject.split('.').at(-1) as AgentSubject // subjects are made by agentSubject
    const agent = agentOfSubject(subject)
    const heard = [...ears].filter((ear) => ear.agent === agent)
    if (heard.length === 0 && options.reply !== undefined) {
      const reply = options.reply
      queueMicrotask(() => calls.receive(ORGANISATION, toMessage(reply, new Uint8Array(), noResponders())))
    }
    for (const ear of heard) deliver(ear, { what, bytes, header: (name) => options.headers?.get(name) ?? '' })
  }

  function deliver(
    ear: AgentEar,
    message: Readonly<{
      what: AgentSubject | 'ping' | 'report-now'
      bytes: Uint8Array
      header(name: string): string
    }>,
  ): void {
    queueMicrotask(() => {
      if (ears.has(ear) && !ear.isDeaf()) ear.hear(message.what, message.bytes, message.header)
    })
  }

  function broadcast(what: 'ping' | 'report-now', message: unknown): void {
    const bytes = toBytes(JSON.stringify(message))
    for (const ear of ears) deliver(ear, { what, bytes, header: () => '' })
  }

  const bus: Bus = Object.freeze({
    replica: REPLICA,
    onMessage(listen: Parameters<Bus['onMessage']>[0]) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    join: () => {},
    organisations: () => [ORGANISATION],
    isLinked: () => true,
    callAgent: calls.callAgent,
    ping() {
      nonces += 1
      const nonce = `n${nonces}`
      const ping: Ping = { type: 'vedette.v1.ping', replica: REPLICA, nonce, at: clock.now() }
      broadcast('ping', ping)
      return nonce
    },
    requestReport(_: string, agent?: string) {
      const order = { type: 'vedette.v1.report-now' as const }
      if (agent === undefined) broadcast('report-now', order)
      else broadcast('report-now', { ...order, agent })
    },
    stopIncarnation(_: string, order: Parameters<Bus['stopIncarnation']>[1]) {
      const { agent, incarnation, why } = order
      const stop = { type: 'vedette.v1.stop' as const, incarnation, why }
      toAgents(agentSubject(agent, 'stop'), toBytes(JSON.stringify(stop)))
    },
    sendPolicy: () => {},
    pushAccount: async () => {},
    stats: () => ({ ...intake.stats(), calls: calls.started() }),
    close: async () => {},
  })

  return Object.freeze({
    bus,
    attach(ear: AgentEar) {
      ears.add(ear)
      return () => void ears.delete(ear)
    },
    publish(subject: string, bytes: Uint8Array, fields: Readonly<Record<string, string>>) {
      queueMicrotask(() => {
        if (subject.endsWith('.report')) intake.report(ORGANISATION, subject, bytes)
        else if (subject.endsWith('.beat')) intake.beat(ORGANISATION, subject, bytes)
        else calls.receive(ORGANISATION, toMessage(subject, bytes, toHeaders(fields)))
      })
    },
  })
}

function toBytes(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : data
}

function toHeaders(fields: Readonly<Record<string, string>>): MsgHdrs {
  const made = headers()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

/** What the server says when nobody listens. */
function noResponders(): MsgHdrs {
  return headers(503, 'No Responders')
}

function toMessage(subject: string, data: Uint8Array, carried: MsgHdrs): Msg {
  return { subject, data, headers: carried } as unknown as Msg // the three fields that calls read
}
