import { type Beat, type Identity, type Report, SKEW_TOLERANCE_MS } from '@vedette/proto/wire'
import type { DisputeRow } from '../store/types.ts'
import type { AgentProcess, Moment } from './state.ts'

// A beat or a report as a sign of life of one process.
export type Sign = Readonly<{
  incarnation: string
  identity: Identity
  sequence: number
  digest: string
  sent_at: number
  leaving: boolean
  report: Report | null
  issued_at: number | null
}>

// What a beat says.
export function signOfBeat(beat: Beat, issued_at: number | null): Sign {
  const { incarnation, identity, sequence, digest, sent_at } = beat
  const leaving = beat.leaving === true
  return { incarnation, identity, sequence, digest, sent_at, leaving, report: null, issued_at }
}

// What a report says.
export function signOfReport(report: Report, issued_at: number | null): Sign {
  const { incarnation, identity, sequence, digest, sent_at } = report
  return { incarnation, identity, sequence, digest, sent_at, leaving: false, report, issued_at }
}

// The process after one more sign of it, which must be newer than all before.
export function hearAgain(process: AgentProcess, sign: Sign, now: Moment): AgentProcess {
  const echoed = sign.issued_at !== null && !sign.leaving
  return {
    ...process,
    started_at: sign.report?.started_at ?? process.started_at,
    sequence: sign.sequence,
    digest: sign.digest,
    heard_at: sign.leaving ? null : echoed ? now.mono : process.heard_at,
    proven_at: echoed ? Math.max(process.proven_at, sign.issued_at) : process.proven_at,
    seen_at: now.wall,
    skew_ms: sign.sent_at - now.wall,
    report: sign.report ?? process.report,
  }
}

// A process heard for the first time. Its first report counts as a sign of life although it cannot echo a nonce yet,
// unless it was sent long ago by the clocks: then it may be a recording, and a beat must follow.
export function hearFirst(sign: Sign, now: Moment): AgentProcess {
  const skew = sign.sent_at - now.wall
  const fresh = sign.report !== null && Math.abs(skew) <= SKEW_TOLERANCE_MS
  const alive = !sign.leaving && (sign.issued_at !== null || fresh)
  return {
    incarnation: sign.incarnation,
    identity: sign.identity,
    started_at: sign.report?.started_at ?? null,
    sequence: sign.sequence,
    digest: sign.digest,
    heard_at: alive ? now.mono : null,
    proven_at: sign.issued_at ?? now.mono,
    seen_at: now.wall,
    skew_ms: skew,
    report: sign.report,
  }
}

// A claimant that only the store remembers: it was not heard since, and whatever it says next is new.
export function toUnheard(claimant: DisputeRow['claimants'][number]): AgentProcess {
  return {
    incarnation: claimant.incarnation,
    identity: claimant.identity,
    started_at: null,
    sequence: -1,
    digest: '',
    heard_at: null,
    proven_at: 0,
    seen_at: claimant.last_seen,
    skew_ms: 0,
    report: null,
  }
}
