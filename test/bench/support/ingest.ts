import { systemClock } from '@vedette/proto/clock'
import { createIntake } from '../../../control-plane/src/bus/intake.ts'
import type { Bus } from '../../../control-plane/src/bus/types.ts'
import { createOrganisationFleet } from '../../../control-plane/src/fleet/organisation.ts'
import { toAgentId, toHostId } from './beats.ts'

export const REPLICA = 'cp_bench'
const ORGANISATION = 'bench'

/** What a control plane does with what agents say unasked: the checks of its bus and the rule of its fleet. */
export type Ingest = {
  beat(subject: string, bytes: Uint8Array): void
  report(subject: string, bytes: Uint8Array): void
  /** Sends a ping, once each tick. */
  tick(): void
  sweep(): void
  nonce(): string
  connected(): number
  counts(): Readonly<Record<string, number>>
}

/** An ingest that knows this many agents; `publishPing` puts a nonce on the bus. */
export function createIngest(agents: number, tickMs: number, publishPing: (nonce: string) => void): Ingest {
  let pings = 0
  const nonce = () => `nonce-${String(pings).padStart(12, '0')}`
  // Only these members are used by the fleet of one organisation.
  const bus = {
    replica: REPLICA,
    ping: () => {
      pings += 1
      publishPing(nonce())
      return nonce()
    },
    requestReport: () => {},
    stopIncarnation: () => {},
  } as unknown as Bus
  const fleet = createOrganisationFleet({
    organisation: ORGANISATION,
    bus,
    clock: systemClock,
    tick_ms: tickMs,
    emit: () => {},
    onDispute: () => {},
    onUnknown: () => {},
  })
  const intake = createIntake({
    replica: REPLICA,
    clock: systemClock,
    log: { info: () => {}, warn: () => {} },
    emit: fleet.take,
  })
  const enrolments = Array.from({ length: agents }, (_, at) => {
    const identity = { kind: 'host' as const, id: toHostId(at) }
    const enrolment = {
      name: `machine-${at}`,
      labels: {},
      identity,
      active: 1,
      revoked: 0,
      renewed_at: Date.now(),
    }
    return [toAgentId(at), enrolment] as const
  })
  fleet.setEnrolments(new Map(enrolments))
  fleet.take({ kind: 'link', organisation: ORGANISATION, up: true })
  return {
    beat: (subject, bytes) => intake.beat(ORGANISATION, subject, bytes),
    report: (subject, bytes) => intake.report(ORGANISATION, subject, bytes),
    tick: () => fleet.tick(),
    sweep: () => fleet.sweep(),
    nonce,
    connected: () => fleet.counts().connected,
    counts: () => ({ ...intake.stats(), ...fleet.counts() }),
  }
}
