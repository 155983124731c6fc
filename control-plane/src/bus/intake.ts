import type { Clock } from '@vedette/proto/clock'
import { agentOfSubject, reportSchema } from '@vedette/proto/wire'
import { createBeatReader } from './beats.ts'
import type { BusLog } from './log.ts'
import { parseBounded, REPORT_LIMITS } from './parse.ts'
import { createQuarantine } from './quarantine.ts'
import type { BusMessage, BusStats } from './types.ts'

export type IntakeOptions = Readonly<{
  replica: string
  clock: Clock
  log: BusLog
  emit(message: BusMessage): void
}>

// What agents say unasked, checked before anyone else sees it. Nothing here throws.
export type Intake = Readonly<{
  beat(organisation: string, subject: string, bytes: Uint8Array): void
  report(organisation: string, subject: string, bytes: Uint8Array): void
  isQuarantined(organisation: string, agent: string): boolean
  countMalformed(organisation: string, agent: string): void
  countStray(): void
  countNoResponders(): void
  countEnrolment(): void
  stats(): Omit<BusStats, 'calls'>
}>

type Read = Readonly<{ message: BusMessage; agent: string }>

// Checks each message: size, JSON, schema, and that the id inside is the id of the subject it came on.
export function createIntake({ replica, clock, log, emit }: IntakeOptions): Intake {
  const readBeat = new Map<string, ReturnType<typeof createBeatReader>>()
  const quarantine = createQuarantine()
  const counts = {
    beats: 0,
    reports: 0,
    unchanged: 0,
    malformed: 0,
    forged: 0,
    quarantined: 0,
    stray_replies: 0,
    no_responders: 0,
    enrolments: 0,
  }

  function countMalformed(organisation: string, agent: string): void {
    counts.malformed += 1
    if (quarantine.record(`${organisation}/${agent}`, clock.monotonic()))
      log.warn({ organisation, agent }, 'agent in quarantine for a minute: too many malformed messages')
  }

  function take(organisation: string, subject: string, read: () => Read): void {
    const owner = agentOfSubject(subject)
    if (owner === null) return
    if (quarantine.holds(`${organisation}/${owner}`, clock.monotonic())) {
      counts.quarantined += 1
      return
    }
    const one = tryRead(read)
    if (one === null) countMalformed(organisation, owner)
    else if (one.agent === owner) emit(one.message)
    else {
      counts.forged += 1
      countMalformed(organisation, owner)
    }
  }

  return Object.freeze({
    beat(organisation: string, subject: string, bytes: Uint8Array) {
      take(organisation, subject, () => {
        let reader = readBeat.get(organisation)
        if (reader === undefined) {
          reader = createBeatReader(replica)
          readBeat.set(organisation, reader)
        }
        const { beat, short } = reader(subject, bytes)
        counts.beats += 1
        if (short) counts.unchanged += 1
        return { agent: beat.agent, message: { kind: 'beat', organisation, beat } }
      })
    },
    report(organisation: string, subject: string, bytes: Uint8Array) {
      take(organisation, subject, () => {
        const report = reportSchema.parse(parseBounded(bytes, REPORT_LIMITS))
        counts.reports += 1
        return { agent: report.agent, message: { kind: 'report', organisation, report } }
      })
    },
    isQuarantined: (organisation: string, agent: string) =>
      quarantine.holds(`${organisation}/${agent}`, clock.monotonic()),
    countMalformed,
    countStray() {
      counts.stray_replies += 1
    },
    countNoResponders() {
      counts.no_responders += 1
    },
    countEnrolment() {
      counts.enrolments += 1
    },
    stats: () => ({ ...counts }),
  })
}

function tryRead(read: () => Read): Read | null {
  try {
    return read()
  } catch {
    return null
  }
}
