import type { Clock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import type { Call, Cancel } from '@vedette/proto/wire'
import type { Outbox } from '../bus/index.ts'
import { type AdmissionFacts, admitCall, type Verdict } from '../gate/index.ts'
import type { Host } from '../host/index.ts'
import type { HealthBook } from '../prober/index.ts'
import type { Redacted, Redactor, SafeAnswer, SafeRefusal } from '../redactor/index.ts'
import type { Counters } from './counters.ts'
import { noteFailures } from './note-failures.ts'

export type CallDeskOptions = Readonly<{
  clock: Clock
  host: Host
  health: HealthBook
  redactor: Redactor
  outbox: Outbox
  counters: Counters
  incarnation: string
  // A call has lost its connection: the instance's health is to be found out anew.
  recheck?(instance: string): void
  // Judges the exact bytes of a call.
  verify(bytes: Uint8Array, signature: string): Verdict
  admission(): AdmissionFacts
}>

export type CallDesk = Readonly<{
  onCall(bytes: Uint8Array, signature: string): void
  onCancel(cancel: Cancel): void
  // From now on calls are told that the agent is leaving.
  close(): void
  // Resolves once no call runs, or after `graceMs` when those left were aborted.
  drain(graceMs: number): Promise<void>
  active(): number
}>

// Longest that a call may take, and the share of it kept for the way back.
const MAX_BUDGET_MS = 45_000
const RETURN_SHARE = 0.1
const RETURN_MS = 300
// After the drain, milliseconds for aborted calls to end.
const LAST_MS = 1_000

type Safe = Redacted<SafeAnswer | SafeRefusal>
type Work = Readonly<{ signal: AbortSignal; onVendorCall(): void }>

// Takes calls from the bus through gate, host and redactor, and answers each that can be believed.
export function createCallDesk(options: CallDeskOptions): CallDesk {
  const { clock, counters, redactor } = options
  const running = new Map<string, AbortController>()
  const waiters = new Set<() => void>()
  let isClosed = false

  const blind = (part: Part): Promise<Safe> => redactor.redactAnswer({ parts: [part] })

  async function answer(call: Call, verdict: Verdict, work: Work): Promise<Safe> {
    if (verdict.kind === 'unusable') {
      const skew = verdict.skew_ms === undefined ? {} : { skew_ms: verdict.skew_ms }
      return blind({ scope: {}, state: 'unusable', why: verdict.why, ...skew })
    }
    if (isClosed)
      return blind({ scope: {}, state: 'agent_offline', last_seen: new Date(clock.now()).toISOString() })
    const admission = admitCall(call, options.admission())
    if (admission.kind === 'parts') return redactor.redactAnswer({ parts: admission.parts })
    if (admission.kind === 'refused') return redactor.redactRefusal(admission.error)
    const { instance, served, narrowed } = admission
    const result = await options.host.run({
      instance,
      served,
      arguments: call.arguments,
      scopes: options.health.get(instance.name).scopes,
      budgetMs: toBudget(call.budget_ms),
      ...work,
      ...(narrowed === undefined ? {} : { narrowed }),
      ...(call.investigation === undefined ? {} : { investigation: call.investigation }),
    })
    if (result.kind === 'refused') return redactor.redactRefusal(result.error)
    const { parts } = result.draft
    noteFailures(instance.name, parts, {
      health: options.health,
      recheck: (name) => options.recheck?.(name),
    })
    counters.count('calls', parts.length === 1 ? (parts[0]?.state ?? 'none') : 'several')
    return redactor.redactAnswer(result.draft)
  }

  async function serve(call: Call, verdict: Verdict, signal: AbortSignal): Promise<void> {
    const started = clock.monotonic()
    let vendorCalls = 0
    const onVendorCall = () => {
      vendorCalls += 1
    }
    const safe = await answer(call, verdict, { signal, onVendorCall })
    if (signal.aborted) return
    const { agent, replica, operation } = call
    const { incarnation } = options
    const tookMs = clock.monotonic() - started
    await options.outbox.sendReply(
      { agent, incarnation, call: call.call, replica, operation, tookMs, vendorCalls, signal },
      safe,
    )
  }

  function take(call: Call, verdict: Verdict): void {
    const key = toKey(call)
    // The caller's ids are unique: a second call under one of them is no new question.
    if (running.has(key)) {
      counters.count('dropped', 'replayed')
      return
    }
    const controller = new AbortController()
    running.set(key, controller)
    void serve(call, verdict, controller.signal)
      .catch(() => counters.count('withheld', 'reply'))
      .finally(() => {
        running.delete(key)
        if (running.size === 0) for (const wake of waiters) wake()
      })
  }

  return Object.freeze({
    onCall(bytes: Uint8Array, signature: string) {
      const verdict = options.verify(bytes, signature)
      if (verdict.kind === 'dropped') return counters.count('dropped', verdict.reason)
      take(verdict.call, verdict)
    },
    onCancel(cancel: Cancel) {
      running.get(toKey(cancel))?.abort()
    },
    close() {
      isClosed = true
    },
    async drain(graceMs: number) {
      await waitUntilIdle(graceMs)
      for (const controller of running.values()) controller.abort()
      await waitUntilIdle(LAST_MS)
    },
    active: () => running.size,
  })

  function waitUntilIdle(ms: number): Promise<void> {
    if (running.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        waiters.delete(done)
        cancel()
        resolve()
      }
      const cancel = clock.after(ms, done)
      waiters.add(done)
    })
  }
}

function toKey({ replica, call }: Readonly<{ replica: string; call: string }>): string {
  return `${replica}.${call}`
}

// What the connector may use of the caller's budget.
function toBudget(budgetMs: number): number {
  const budget = Math.min(budgetMs, MAX_BUDGET_MS)
  return Math.max(1, budget - Math.min(RETURN_MS, budget * RETURN_SHARE))
}
