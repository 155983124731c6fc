import { type Clock, sleep } from '@vedette/proto/clock'
import type { Beat, Ping, Report, ReportNow } from '@vedette/proto/wire'
import type { Outbox } from '../bus/index.ts'
import type { Redactor } from '../redactor/index.ts'
import { buildState, digestState, type StateSources } from './build-report.ts'
import { createPingBook } from './pings.ts'

export type ReporterOptions = Readonly<{
  clock: Clock
  redactor: Redactor
  outbox: Outbox
  sources: StateSources
  // The agent's id, null until enrolment: nothing is said before.
  agent(): string | null
  tickMs(): number
  isUp(): boolean
  // A message could not be redacted and was not sent.
  onWithheld(): void
  // 0 to 1.
  random: () => number
}>

export type Reporter = Readonly<{
  // Beats every tick until the signal aborts.
  start(signal: AbortSignal): void
  // The full state, now; several requests at one moment send one report.
  report(): Promise<void>
  // A beat and the full state at once: something changed.
  change(): Promise<void>
  onPing(ping: Ping): void
  // A report for all comes after a random half tick at most, one for this agent alone at once.
  onReportNow(order: ReportNow): void
  // The last beat, which says goodbye; nothing follows it.
  leave(): Promise<void>
  // Says nothing any more, not even goodbye: another process speaks for this agent now.
  silence(): void
}>

const PING_MEMORY_TICKS = 6
const SPREAD_TICKS = 0.5

// Tells the control plane that the agent lives, and what it serves. Says nothing while the link is down.
export function createReporter(options: ReporterOptions): Reporter {
  const { clock, redactor, outbox, sources } = options
  const pings = createPingBook(clock, () => PING_MEMORY_TICKS * options.tickMs())
  let sequence = 0
  let pending: Promise<void> | null = null
  let tail: Promise<void> = Promise.resolve()
  let hasLeft = false

  const canSpeak = () => options.isUp() && !hasLeft

  // One after another: a sequence number never overtakes a smaller one.
  function enqueue(job: () => Promise<void>): Promise<void> {
    tail = tail.then(job).catch(options.onWithheld)
    return tail
  }

  async function sendBeat(leaving: boolean): Promise<void> {
    const agent = options.agent()
    if (agent === null || !canSpeak()) return
    const { incarnation, identity } = sources.facts
    sequence += 1
    const message: Beat = {
      type: 'vedette.v1.beat',
      agent,
      incarnation,
      identity,
      sequence,
      pings: pings.newest(),
      digest: digestState(buildState(agent, sources)),
      sent_at: clock.now(),
      ...(leaving ? { leaving: true } : {}),
    }
    if (leaving) hasLeft = true
    outbox.sendBeat(await redactor.redactMessage(message))
  }

  async function sendReport(): Promise<void> {
    const agent = options.agent()
    if (agent === null || !canSpeak()) return
    const state = buildState(agent, sources)
    sequence += 1
    const message: Report = {
      ...state,
      sequence,
      sent_at: clock.now(),
      digest: digestState(state),
      pings: pings.newest(),
    }
    outbox.sendReport(await redactor.redactMessage(message))
  }

  const beat = (leaving: boolean) => enqueue(() => sendBeat(leaving))

  function report(): Promise<void> {
    pending ??= enqueue(() => {
      pending = null
      return sendReport()
    })
    return pending
  }

  async function beatForEver(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(clock, options.tickMs(), signal)
      await beat(false)
    }
  }

  return Object.freeze({
    start(signal: AbortSignal) {
      void beatForEver(signal).catch(() => {}) // ends only with its signal
    },
    report,
    async change() {
      await beat(false)
      await report()
    },
    onPing(ping: Ping) {
      if (pings.note(ping)) void beat(false)
    },
    onReportNow(order: ReportNow) {
      if (order.agent !== undefined && order.agent !== options.agent()) return
      const wait = order.agent === undefined ? options.random() * SPREAD_TICKS * options.tickMs() : 0
      clock.after(wait, () => void report())
    },
    leave: () => beat(true),
    silence() {
      hasLeft = true
    },
  })
}
