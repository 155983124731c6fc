import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createUser, fromSeed, type KeyPair } from '@nats-io/nkeys'
import { findOrganisation } from '@vedette/control-plane/identity'
import {
  type Ack,
  agentSubject,
  type Beat,
  type Call,
  CHUNK_BYTES,
  CHUNK_CREDIT,
  CHUNK_HEADER,
  type ConnectorState,
  ENROLL_SUBJECT,
  type EnrollReply,
  type Identity,
  PING_SUBJECT,
  type Ping,
  parseSignature,
  REPORT_NOW_SUBJECT,
  type Report,
  type ReportNow,
  SIGNATURE_HEADER,
  type Stop,
} from '@vedette/proto/wire'
import { connect, headers, jwtAuthenticator, type Msg, type NatsConnection } from 'nats'
import { callKeyOf, TICK_MS, type World } from './world.ts'

// What an agent of a test needs of its world: any control plane with a bus and join tokens.
export type AgentWorld = Pick<World, 'operator' | 'nats'> &
  Readonly<{ store: Pick<World['store'], 'joinTokens'> }>

// What a test holds of an enrolled agent: enough to be it, or to steal it.
export type Credential = Readonly<{ agent: string; jwt: string; key: KeyPair }>

export type AgentOptions = Readonly<{
  identity?: Identity
  started_at?: number
  connectors?: readonly ConnectorState[]
  // Goes on although it was told to stop.
  stubborn?: boolean
  // Hears nothing of the fleet, as one whose subscription was refused.
  deaf?: boolean
  answer?(call: Call, agent: FakeAgent): void | Promise<void>
  // Changes each message before it leaves, as another release would say it.
  speak?(message: object): object
}>

export type FakeAgent = Readonly<{
  id: string
  incarnation: string
  connection: NatsConnection
  calls: Call[]
  cancelled: string[]
  stopped(): boolean
  beat(): void
  report(): void
  // Sends a whole answer to a call, header and chunks, waiting for credit. A Buffer is sent as it is.
  reply(call: Call, body: unknown, parts?: readonly Record<string, unknown>[]): Promise<void>
  // Ends without a word, as a killed process does.
  die(): Promise<void>
  leave(): Promise<void>
}>

export const DISKS: ConnectorState = {
  instance: 'host',
  connector: 'host',
  health: 'up',
  since: '2030-01-01T00:00:00Z',
  checked_at: '2030-01-01T00:00:00Z',
  scopes: [{ host: 'web-1' }],
  operations: [{ id: 'host.disks.list', contract: 1, digest: 'd' }],
  denied: [],
  covers: [],
  servers: [],
}

// Connects as any user of the account; never reconnects by itself.
export function connectAs(
  world: AgentWorld,
  facts: Readonly<{ jwt: string; seed: Uint8Array; inbox: string; reconnect?: boolean }>,
): Promise<NatsConnection> {
  return connect({
    servers: world.nats().url,
    authenticator: jwtAuthenticator(facts.jwt, facts.seed),
    inboxPrefix: facts.inbox,
    reconnect: facts.reconnect ?? false,
    maxReconnectAttempts: -1,
    reconnectDelayHandler: () => Math.random() * (TICK_MS / 2),
    noAsyncTraces: true,
  })
}

// Sends one enrolment request through the lobby and gives the answer.
export async function askLobby(
  world: AgentWorld,
  request: unknown,
  organisation = 'acme',
): Promise<EnrollReply> {
  const { lobby } = findOrganisation(world.operator, organisation)
  const seed = new TextEncoder().encode(lobby.seed)
  const connection = await connectAs(world, { jwt: lobby.jwt, seed, inbox: '_INBOX_lobby' })
  try {
    const answer = await connection.request(ENROLL_SUBJECT, JSON.stringify(request), { timeout: 5_000 })
    return answer.json<EnrollReply>()
  } finally {
    await connection.close()
  }
}

// Enrols with a fresh join token.
export async function enrol(world: AgentWorld, machine: string, organisation = 'acme'): Promise<Credential> {
  const { secret } = await world.store.joinTokens.create({ organisation, ttl_ms: 600_000, max_uses: 1 })
  const key = createUser()
  const reply = await askLobby(
    world,
    {
      type: 'vedette.v1.enroll',
      proof: 'join_token',
      join_token: secret,
      public_key: key.getPublicKey(),
      identity: { kind: 'host', id: machine },
      name: machine,
      version: '0.1.0',
    },
    organisation,
  )
  if (reply.outcome !== 'enrolled') throw new Error(`not enrolled: ${reply.error.code}`)
  return { agent: reply.agent, jwt: reply.jwt, key: fromSeed(key.getSeed()) }
}

// Starts a small agent that beats, reports and verifies calls as the protocol wants.
export async function startAgent(
  world: AgentWorld,
  credential: Credential,
  options: AgentOptions & Readonly<{ machine: string }>,
): Promise<FakeAgent> {
  const { agent: id } = credential
  const identity = options.identity ?? { kind: 'host', id: options.machine }
  const incarnation = randomBytes(9).toString('base64url')
  const started_at = options.started_at ?? Date.now()
  const connection = await connectAs(world, {
    jwt: credential.jwt,
    seed: credential.key.getSeed(),
    inbox: `_INBOX_${id}`,
    reconnect: true,
  })
  const pings: Record<string, string> = {}
  const calls: Call[] = []
  const cancelled: string[] = []
  const acknowledged = new Map<string, Readonly<{ upTo: number; wake: () => void }>>()
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: callKeyOf(world.operator) },
    format: 'jwk',
  })
  let sequence = 0
  let isStopped = false

  const speak = options.speak ?? ((message: object) => message)
  const say = (what: 'beat' | 'report', message: Beat | Report) => {
    if (!connection.isClosed()) connection.publish(agentSubject(id, what), JSON.stringify(speak(message)))
  }
  const beat = (leaving = false) => {
    sequence += 1
    say('beat', {
      type: 'vedette.v1.beat',
      agent: id,
      incarnation,
      identity,
      sequence,
      pings: { ...pings },
      digest: 'state-1',
      sent_at: Date.now(),
      ...(leaving ? { leaving: true } : {}),
    })
  }
  const report = () => {
    sequence += 1
    say('report', {
      type: 'vedette.v1.report',
      agent: id,
      incarnation,
      started_at,
      sequence,
      identity,
      name: options.machine,
      version: '0.1.0',
      labels: {},
      sent_at: Date.now(),
      connectors: [...(options.connectors ?? [DISKS])],
      policy: {
        status: 'APPLIED',
        local_hash: 'l',
        remote_version: 0,
        remote_hash: 'r',
        effective_hash: 'e',
        rules: [],
      },
      digest: 'state-1',
      pings: { ...pings },
    })
  }

  async function reply(
    call: Call,
    body: unknown,
    parts: readonly Record<string, unknown>[] = [
      { scope: {}, state: 'read', items: 1, as_of: new Date().toISOString() },
    ],
  ): Promise<void> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
    const count = Math.ceil(bytes.length / CHUNK_BYTES)
    const subject = `v1.agent.${id}.reply.${call.replica}.${call.call}`
    const header = {
      type: 'vedette.v1.reply',
      call: call.call,
      agent: id,
      incarnation,
      operation: call.operation,
      took_ms: 1,
      sent_at: Date.now(),
      vendor_calls: 1,
      outcome: 'answered',
      parts,
      body_bytes: bytes.length,
      body_sha256: createHash('sha256').update(bytes).digest('hex'),
      chunks: count,
      redacted: {},
    }
    publishChunk(subject, 0, Buffer.from(JSON.stringify(speak(header))))
    for (let chunk = 1; chunk <= count; chunk += 1) {
      while (chunk > (acknowledged.get(call.call)?.upTo ?? 0) + CHUNK_CREDIT) {
        const { promise, resolve } = Promise.withResolvers<void>()
        acknowledged.set(call.call, { upTo: acknowledged.get(call.call)?.upTo ?? 0, wake: resolve })
        await promise
      }
      publishChunk(subject, chunk, bytes.subarray((chunk - 1) * CHUNK_BYTES, chunk * CHUNK_BYTES))
    }
  }

  function publishChunk(subject: string, chunk: number, bytes: Uint8Array): void {
    const numbered = headers()
    numbered.set(CHUNK_HEADER, String(chunk))
    connection.publish(subject, bytes, { headers: numbered })
  }

  function onCall(message: Msg): void {
    const signature = parseSignature(message.headers?.get(SIGNATURE_HEADER) ?? '')
    const raw = Buffer.from(signature?.signature ?? '', 'base64url')
    if (!verify(null, message.data, publicKey, raw)) return
    const call = message.json<Call>()
    calls.push(call)
    void options.answer?.(call, self)
  }

  const listen = (subject: string, hear: (message: Msg) => void) =>
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error === null) hear(message)
      },
    })
  listen(agentSubject(id, 'call'), onCall)
  listen(agentSubject(id, 'cancel'), (message) => cancelled.push(message.json<{ call: string }>().call))
  listen(agentSubject(id, 'ack'), (message) => {
    const ack = message.json<Ack>()
    const waiting = acknowledged.get(ack.call)
    acknowledged.set(ack.call, { upTo: ack.chunk, wake: () => {} })
    waiting?.wake()
  })
  listen(agentSubject(id, 'stop'), (message) => {
    if (message.json<Stop>().incarnation !== incarnation) return
    isStopped = true
    if (options.stubborn !== true) void die()
  })
  if (options.deaf !== true)
    listen(PING_SUBJECT, (message) => {
      const ping = message.json<Ping>()
      const isNew = pings[ping.replica] === undefined
      pings[ping.replica] = ping.nonce
      if (isNew) beat()
    })
  listen(REPORT_NOW_SUBJECT, (message) => {
    const order = message.json<ReportNow>()
    if (order.agent === undefined || order.agent === id) report()
  })
  const timer = setInterval(() => beat(), TICK_MS)
  const die = async () => {
    clearInterval(timer)
    await connection.close()
  }
  const self: FakeAgent = {
    id,
    incarnation,
    connection,
    calls,
    cancelled,
    stopped: () => isStopped,
    beat: () => beat(),
    report,
    reply,
    die,
    async leave() {
      clearInterval(timer)
      beat(true)
      await connection.flush()
      await connection.close()
    },
  }
  await connection.flush()
  report()
  return self
}
