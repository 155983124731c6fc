import type { Clock } from '@vedette/proto/clock'
import {
  ALL_BEATS_SUBJECT,
  ALL_REPORTS_SUBJECT,
  ENROLL_SUBJECT,
  replicaRepliesSubject,
} from '@vedette/proto/wire'
import type { NatsConnection } from 'nats'
import type { Calls } from './calls.ts'
import { answerEnrolment } from './enrolment-door.ts'
import type { Intake } from './intake.ts'
import { keepLinked, type Link } from './link.ts'
import type { BusLog } from './log.ts'
import type { BusMessage, BusServers, Enroll, OrganisationAccess } from './types.ts'

export type OrganisationOptions = Readonly<{
  servers: BusServers
  replica: string
  clock: Clock
  tick_ms: number
  log: BusLog
  intake: Intake
  calls: Calls
  enroll: Enroll
  emit(message: BusMessage): void
}>

// The two connections of one organisation: the fleet's messages, and calls with their replies. Calls leave on the
// connection that hears the replies, because the server says `no responders` to the publisher alone.
export type OrganisationLinks = Readonly<{
  fleet: Link
  calls: Link
  isUp(): boolean
  close(): Promise<void>
}>

// One replica of several answers an enrolment.
const ENROLMENT_QUEUE = 'control-plane'

// Connects to an organisation's account and listens; tells when both connections are up, and when one is lost.
export function joinOrganisation(
  access: OrganisationAccess,
  options: OrganisationOptions,
): OrganisationLinks {
  const { replica, intake, calls, emit } = options
  const organisation = access.name
  let wasUp = false

  function tell(): void {
    if (isUp() === wasUp) return
    wasUp = !wasUp
    emit({ kind: 'link', organisation, up: wasUp })
  }

  function listenToFleet(connection: NatsConnection): void {
    connection.subscribe(ALL_REPORTS_SUBJECT, {
      callback: (error, message) => {
        if (error === null) intake.report(organisation, message.subject, message.data)
      },
    })
    connection.subscribe(ALL_BEATS_SUBJECT, {
      callback: (error, message) => {
        if (error === null) intake.beat(organisation, message.subject, message.data)
      },
    })
    connection.subscribe(ENROLL_SUBJECT, {
      queue: ENROLMENT_QUEUE,
      callback: (error, message) => {
        if (error !== null) return
        intake.countEnrolment()
        answerEnrolment(connection, { organisation, message, enroll: options.enroll }).catch(() =>
          options.log.warn({ organisation }, 'an enrolment could not be answered'),
        )
      },
    })
    tell()
  }

  function listenToReplies(connection: NatsConnection): void {
    connection.subscribe(replicaRepliesSubject(replica), {
      callback: (error, message) => {
        if (error === null) calls.receive(organisation, message)
      },
    })
    tell()
  }

  const open = (what: string, onUp: (connection: NatsConnection) => void) =>
    keepLinked({
      servers: options.servers,
      credentials: access.credentials,
      name: `vedette-${what}-${replica}`,
      clock: options.clock,
      tick_ms: options.tick_ms,
      log: options.log,
      onUp,
      onDown: tell,
    })
  const fleetLink = open('fleet', listenToFleet)
  const callsLink = open('calls', listenToReplies)
  function isUp(): boolean {
    return fleetLink.connection() !== null && callsLink.connection() !== null
  }
  return Object.freeze({
    fleet: fleetLink,
    calls: callsLink,
    isUp,
    async close() {
      await Promise.all([fleetLink.close(), callsLink.close()])
    },
  })
}
