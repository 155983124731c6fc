import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import {
  agentSubject,
  PING_SUBJECT,
  type Ping,
  type PolicyMessage,
  parseSubjectToken,
  REPORT_NOW_SUBJECT,
  type ReportNow,
  SIGNATURE_HEADER,
  type Stop,
} from '@vedette/proto/wire'
import { headers } from 'nats'
import { pushAccountJwt } from './account-push.ts'
import { createCalls } from './calls.ts'
import { BusError } from './error.ts'
import { createIntake } from './intake.ts'
import { keepLinked, type Link } from './link.ts'
import type { BusLog } from './log.ts'
import { joinOrganisation, type OrganisationLinks } from './organisation-links.ts'
import type { Bus, BusMessage, BusServers, Enroll, OrganisationAccess, UserCredentials } from './types.ts'

export type BusOptions = Readonly<{
  servers: BusServers
  organisations: readonly OrganisationAccess[]
  // The system account's user, for revocations; without it pushAccount fails as unlinked.
  system?: UserCredentials
  // Names this replica on the bus: 1 to 64 letters, digits, "_" or "-"; new for each start.
  replica: string
  clock: Clock
  tick_ms: number
  // Signs calls and policies.
  sign(bytes: Uint8Array): string
  enroll: Enroll
  log: BusLog
  // Runs on each new connection to the system account: revocations are pushed again.
  onSystemUp?: () => void
}>

// Opens the one door to NATS for all organisations; connects in the background and never gives up.
export function createBus(options: BusOptions): Bus {
  const { replica, clock, tick_ms, servers, log } = options
  parseSubjectToken(replica)
  const listeners = new Set<(message: BusMessage) => void>()
  const joined = new Map<string, OrganisationLinks>()
  // A listener that throws would end the connection's reader: it is told about and loses this message alone.
  const emit = (message: BusMessage) => {
    for (const listen of listeners) {
      try {
        listen(message)
      } catch (error) {
        const code = error instanceof Error ? error.name : typeof error
        log.warn(
          { organisation: message.organisation, kind: message.kind, code },
          'a listener of the bus failed',
        )
      }
    }
  }
  const intake = createIntake({ replica, clock, log, emit })
  const calls = createCalls({
    replica,
    clock,
    sign: options.sign,
    connection: (organisation) => joined.get(organisation)?.calls.connection() ?? null,
    isQuarantined: intake.isQuarantined,
    onMalformed: intake.countMalformed,
    onStray: intake.countStray,
    onGone(organisation, agent) {
      intake.countNoResponders()
      emit({ kind: 'gone', organisation, agent })
    },
  })
  const system: Link | null =
    options.system === undefined
      ? null
      : keepLinked({
          servers,
          credentials: options.system,
          name: `vedette-system-${replica}`,
          clock,
          tick_ms,
          log,
          onUp: () => options.onSystemUp?.(),
          onDown: () => undefined,
        })

  function join(access: OrganisationAccess): void {
    if (joined.has(access.name)) return
    const shared = { servers, replica, clock, tick_ms, log, intake, calls, emit, enroll: options.enroll }
    joined.set(access.name, joinOrganisation(access, shared))
  }

  function send(organisation: string, subject: string, message: Ping | ReportNow | Stop): boolean {
    const connection = joined.get(organisation)?.fleet.connection()
    if (connection === null || connection === undefined) return false
    connection.publish(subject, JSON.stringify(message))
    return true
  }

  for (const access of options.organisations) join(access)

  return Object.freeze({
    replica,
    onMessage(listen: (message: BusMessage) => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    join,
    organisations: () => [...joined.keys()],
    isLinked: (organisation: string) => joined.get(organisation)?.isUp() ?? false,
    callAgent: calls.callAgent,
    ping(organisation: string) {
      const nonce = randomBytes(12).toString('base64url')
      const ping: Ping = { type: 'vedette.v1.ping', replica, nonce, at: clock.now() }
      return send(organisation, PING_SUBJECT, ping) ? nonce : null
    },
    requestReport(organisation: string, agent?: string) {
      const request: ReportNow = {
        type: 'vedette.v1.report-now',
        ...(agent === undefined ? {} : { agent }),
      }
      send(organisation, REPORT_NOW_SUBJECT, request)
    },
    stopIncarnation(
      organisation: string,
      { agent, incarnation, why }: Readonly<{ agent: string; incarnation: string; why: Stop['why'] }>,
    ) {
      send(organisation, agentSubject(agent, 'stop'), { type: 'vedette.v1.stop', incarnation, why })
    },
    sendPolicy(organisation: string, policy: PolicyMessage) {
      const bytes = Buffer.from(JSON.stringify(policy))
      const signed = headers()
      signed.set(SIGNATURE_HEADER, options.sign(bytes))
      const connection = joined.get(organisation)?.fleet.connection()
      connection?.publish(agentSubject(policy.agent, 'policy'), bytes, { headers: signed })
    },
    async pushAccount(jwt: string) {
      const connection = system?.connection() ?? null
      if (connection === null) throw new BusError('unlinked', 'the system account of NATS is not connected')
      await pushAccountJwt(connection, jwt, clock)
    },
    stats: () => ({ ...intake.stats(), calls: calls.started() }),
    async close() {
      await Promise.all([...[...joined.values()].map((links) => links.close()), system?.close()])
    },
  })
}
