import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAgentConfig } from '@vedette/agent/config'
import { type AgentEnd, runAgent } from '@vedette/agent/main'
import {
  createOperator,
  createSigner,
  issueAgentJwt,
  toNatsConfig,
  toSigningKeys,
} from '@vedette/control-plane/identity'
import { type Clock, systemClock } from '@vedette/proto/clock'
import {
  type Ack,
  ALL_BEATS_SUBJECT,
  ALL_REPORTS_SUBJECT,
  agentSubject,
  type Beat,
  type Call,
  CHUNK_HEADER,
  ENROLL_SUBJECT,
  enrollRequestSchema,
  PING_SUBJECT,
  type Report,
  replicaRepliesSubject,
  reportSchema,
  SIGNATURE_HEADER,
} from '@vedette/proto/wire'
import { type Cleanup, createFolder, eventually, type StartedNats, startNatsServer } from '@vedette/test/kit'
import { connect, headers, jwtAuthenticator, type NatsConnection } from 'nats'
import { vendorConnector } from './agent-vendor.ts'

export const TICK_MS = 50
export const REPLICA = 'replica-1'
const ORGANISATION = 'acme'
export const JOIN_TOKEN = 'join-token-of-the-tests'

/** What came of a call: its header, and the body put together from its chunks. */
export type Answer = {
  readonly header: Record<string, unknown> & { readonly parts?: readonly Record<string, unknown>[] }
  readonly body: string | null
  readonly chunks: number
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** A NATS in operator mode and a control plane of a few lines that enrols, listens and signs. */
export async function startWorld(cleanup: Cleanup, options: { readonly jwtTtlMs?: number } = {}) {
  const operator = await createOperator({ organisations: [ORGANISATION], now: Date.now() })
  const organisation = operator.organisations[0]
  if (organisation === undefined) throw new Error('no organisation was made')
  const folder = createFolder(cleanup)
  const configOf = (port: number) => toNatsConfig(operator, { port, resolver_dir: join(folder, 'jwt') })
  const nats = await startNatsServer(cleanup, { config: configOf(0) })
  const control = await connect({
    servers: nats.url,
    authenticator: jwtAuthenticator(
      organisation.control_plane.jwt,
      new TextEncoder().encode(organisation.control_plane.seed),
    ),
    inboxPrefix: '_INBOX_cp',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 50,
  })
  cleanup.after(() => control.close())
  const { seed, jwt } = organisation.lobby
  const lobbyCreds = join(folder, 'lobby.creds')
  writeFileSync(
    lobbyCreds,
    `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`,
  )
  const world = {
    nats,
    control,
    folder,
    lobbyCreds,
    restartNats: (): Promise<StartedNats> =>
      startNatsServer(cleanup, { port: nats.port, config: configOf(nats.port) }),
    sign: createSigner(operator),
    reports: [] as Report[],
    beats: [] as Beat[],
    requests: [] as string[],
    // The id that the next enrolment gives, and what stops enrolment.
    nextAgent: 'ag_1',
    refuse: null as string | null,
    permissionsOf: (agent: string) => agent,
  }
  listen(control, ALL_REPORTS_SUBJECT, (bytes) => world.reports.push(reportSchema.parse(toJson(bytes))))
  listen(control, ALL_BEATS_SUBJECT, (bytes) => world.beats.push(toJson(bytes) as Beat))
  control.subscribe(ENROLL_SUBJECT, {
    callback: (_, message) => {
      const request = enrollRequestSchema.parse(message.json())
      world.requests.push(request.proof)
      const answer = async () => {
        if (world.refuse !== null) {
          message.respond(
            JSON.stringify({
              type: 'vedette.v1.enrolled',
              outcome: 'refused',
              error: { code: world.refuse, message: 'no' },
            }),
          )
          return
        }
        const agent = request.proof === 'renewal' ? request.agent : world.nextAgent
        const issued = await issueAgentJwt(operator, {
          organisation: ORGANISATION,
          agent: world.permissionsOf(agent),
          public_key: request.public_key,
          now: Date.now(),
          ...(options.jwtTtlMs === undefined ? {} : { ttl_ms: options.jwtTtlMs }),
        })
        message.respond(
          JSON.stringify({
            type: 'vedette.v1.enrolled',
            outcome: 'enrolled',
            agent,
            ...issued,
            signing_keys: toSigningKeys(operator),
            tick_ms: TICK_MS,
            organisation: ORGANISATION,
          }),
        )
      }
      void answer()
    },
  })
  await control.flush()
  return world
}

function listen(connection: NatsConnection, subject: string, hear: (bytes: Uint8Array) => void): void {
  connection.subscribe(subject, { callback: (_, message) => hear(message.data) })
}

function toJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}

export type AgentOptions = {
  readonly vendorUrl: string
  readonly dataDir?: string
  readonly hostId?: string
  readonly file?: Readonly<Record<string, unknown>>
  readonly clock?: Clock
}

/** Starts an agent in this process; it is stopped with the test. */
export function startAgent(cleanup: Cleanup, world: World, options: AgentOptions) {
  const tokenFile = join(world.folder, 'join-token')
  writeFileSync(tokenFile, JOIN_TOKEN)
  const file = {
    name: 'agent-under-test',
    data_dir: options.dataDir ?? createFolder(cleanup),
    nats: { url: world.nats.url, lobby_creds_file: world.lobbyCreds },
    join_token: { file: tokenFile },
    identity: { host_id: options.hostId ?? 'host-of-the-tests' },
    connectors: [{ connector: 'vendor', config: { url: options.vendorUrl } }],
    ...options.file,
  }
  const config = parseAgentConfig(JSON.stringify(file), [vendorConnector])
  const stopping = new AbortController()
  const lines: string[] = []
  const write = (fields: Readonly<Record<string, unknown>>, message: string) =>
    void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log = { debug: write, info: write, warn: write, error: write }
  const end: Promise<AgentEnd> = runAgent(config, {
    clock: options.clock ?? systemClock,
    signal: stopping.signal,
    log,
  })
  end.catch(() => {})
  cleanup.after(async () => {
    stopping.abort()
    await end.catch(() => {})
  })
  return { end, lines, config, stop: () => stopping.abort() }
}

/** The newest report, once one says that the vendor's connector is up. */
export function untilServing(world: World, after = 0): Promise<Report> {
  return eventually(() => world.reports.slice(after).findLast((one) => one.connectors[0]?.health === 'up'))
}

/** A call that would be accepted, with what the test changes. */
export function createCall(report: Report, changes: Partial<Call> = {}): Call {
  const now = Date.now()
  return {
    type: 'vedette.v1.call',
    call: randomUUID(),
    replica: REPLICA,
    agent: report.agent,
    incarnation: report.incarnation,
    operation: 'probe.items.list',
    contract: 1,
    instance: 'vendor',
    arguments: {},
    tier: 'read',
    principal: 'p1',
    deadline: now + 5000,
    budget_ms: 5000,
    policy_hash: report.policy.effective_hash,
    nonce: randomUUID(),
    issued_at: now,
    expires_at: now + 30_000,
    ...changes,
  }
}

/** The exact bytes of a call and their signature. */
export function seal(world: World, message: unknown): { bytes: Uint8Array; signature: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(message))
  return { bytes, signature: world.sign(bytes) }
}

/** Publishes signed bytes on one of the agent's subjects. */
export function publish(
  world: World,
  order: { agent: string; what: 'call' | 'policy'; bytes: Uint8Array; signature: string },
): void {
  const fields = headers()
  fields.set(SIGNATURE_HEADER, order.signature)
  world.control.publish(agentSubject(order.agent, order.what), order.bytes, { headers: fields })
}

/** Publishes a call and puts its reply together, granting credit for each chunk unless told otherwise. */
export function listenFor(world: World, call: Call, { credit = true } = {}) {
  const done = Promise.withResolvers<Answer>()
  const bodies: Uint8Array[] = []
  let header: Answer['header'] | null = null
  let inFlight = 0
  let mostInFlight = 0
  const grant = (chunk: number) => {
    inFlight = 0
    const ack: Ack = { type: 'vedette.v1.ack', call: call.call, replica: call.replica, chunk }
    world.control.publish(agentSubject(call.agent, 'ack'), JSON.stringify(ack))
  }
  const subscription = world.control.subscribe(replicaRepliesSubject(call.replica), {
    callback: (_, message) => {
      if (!message.subject.endsWith(`.${call.call}`)) return
      const number = Number(message.headers?.get(CHUNK_HEADER))
      if (number === 0) header = message.json()
      else {
        bodies[number - 1] = message.data.slice()
        inFlight += 1
        mostInFlight = Math.max(mostInFlight, inFlight)
        if (credit) grant(number)
      }
      if (header === null || bodies.length < Number(header.chunks ?? 0)) return
      const body = Buffer.concat(bodies)
      if (body.length > 0 && createHash('sha256').update(body).digest('hex') !== header.body_sha256)
        return done.reject(new Error('the hash of the body differs'))
      subscription.unsubscribe()
      done.resolve({ header, body: body.length === 0 ? null : body.toString('utf8'), chunks: bodies.length })
    },
  })
  return { answer: done.promise, grant, received: () => bodies.length, mostInFlight: () => mostInFlight }
}

/** Asks and waits for the whole answer. */
export async function ask(world: World, call: Call): Promise<Answer> {
  const heard = listenFor(world, call)
  publish(world, { agent: call.agent, what: 'call', ...seal(world, call) })
  return heard.answer
}

/** Publishes a ping of the control plane. */
export function ping(world: World, nonce: string): void {
  const message = { type: 'vedette.v1.ping', replica: REPLICA, nonce, at: Date.now() }
  world.control.publish(PING_SUBJECT, JSON.stringify(message))
}
