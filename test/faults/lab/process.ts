import { createOutbox, type Session } from '@vedette/agent/bus'
import type { InstanceConfig } from '@vedette/agent/config'
import { createKeyRing, createNonceMemory, createPolicyBook, verifyCall } from '@vedette/agent/gate'
import { createHost, createInstance } from '@vedette/agent/host'
import { createCallDesk, createCounters } from '@vedette/agent/main'
import { createProber } from '@vedette/agent/prober'
import { createInlineEngine, createRedactor, createVisible } from '@vedette/agent/redactor'
import { createReporter } from '@vedette/agent/reporter'
import type { Clock } from '@vedette/proto/clock'
import type { DenyRule } from '@vedette/proto/policy'
import {
  type Ack,
  type Cancel,
  type Identity,
  type Ping,
  type ReportNow,
  SIGNATURE_HEADER,
  type SigningKey,
  type Stop,
} from '@vedette/proto/wire'
import type { MemoryBus } from './memory-bus.ts'

/** What leaves an agent's process, or null where it is lost. */
export type Tamper = (
  subject: string,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>>,
) => Readonly<{ subject: string; bytes: Uint8Array; fields: Readonly<Record<string, string>> }> | null

export type ProcessFacts = Readonly<{
  agent: string
  name: string
  incarnation: string
  identity: Identity
  configs: readonly InstanceConfig[]
  rules: readonly DenyRule[]
  /** The agent's own clock. */
  clock: Clock
  tick_ms: number
  keys: readonly SigningKey[]
  memory: MemoryBus
  random(): number
  tamper?: Tamper
}>

/** One agent process: the product's gate, host, prober, reporter and redactor over the memory bus. */
export type LabProcess = Readonly<{
  /** Probes and reports; from then on it beats. */
  start(): Promise<void>
  /** Ends without a word; the server knows at once that nobody listens. */
  kill(): void
  /** Neither hears nor speaks, and nobody knows. */
  partition(): void
  close(): Promise<void>
}>

const redactor = createRedactor(createInlineEngine())

/** Makes a process; nothing runs before `start`. */
export function createLabProcess(facts: ProcessFacts): LabProcess {
  const { agent, clock, memory, tick_ms, random, incarnation } = facts
  let isUp = true
  let isCut = false
  const stop = new AbortController()
  const session: Session = {
    isUp: () => isUp,
    maxPayload: () => 1024 * 1024,
    publish(subject, payload, fields = {}) {
      const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload
      const sent =
        facts.tamper === undefined ? { subject, bytes, fields } : facts.tamper(subject, bytes, fields)
      if (sent !== null && !isCut && isUp) memory.publish(sent.subject, sent.bytes, sent.fields)
    },
    flush: async () => {},
    ended: new Promise(() => {}),
    retire: async () => {},
  }
  const outbox = createOutbox(clock, () => session)
  const instances = facts.configs.map((config) => createInstance(config, { clock, enableWrites: [] }))
  const host = createHost(clock, instances, createVisible({}))
  const prober = createProber(clock, instances)
  const policy = createPolicyBook(facts.rules)
  const keys = createKeyRing(facts.keys)
  const nonces = createNonceMemory(clock)
  const counters = createCounters()
  const reporter = createReporter({
    clock,
    redactor,
    random,
    outbox,
    agent: () => agent,
    tickMs: () => tick_ms,
    isUp: () => isUp,
    onWithheld: () => {},
    sources: {
      facts: {
        incarnation,
        started_at: clock.now(),
        identity: facts.identity,
        name: facts.name,
        version: '0.1.0',
        labels: {},
      },
      instances,
      notRequested: [],
      health: prober.health.get,
      policy: policy.state,
      rules: policy.rules,
    },
  })
  const desk = createCallDesk({
    clock,
    host,
    redactor,
    counters,
    health: prober.health,
    outbox,
    incarnation,
    verify: (bytes, signature) =>
      verifyCall(bytes, signature, {
        agent,
        incarnation,
        clock,
        keys,
        nonces,
        policyHash: policy.effectiveHash(),
      }),
    admission: () => ({
      rules: policy.rules(),
      instances: host.instances,
      health: prober.health.get,
      isFresh: prober.isFresh,
      agentVersion: '0.1.0',
      labels: {},
      approvals: { now: clock.now(), used: nonces },
    }),
  })
  const detach = memory.attach({
    agent,
    isDeaf: () => isCut,
    hear(what, bytes, header) {
      if (what === 'call') return desk.onCall(bytes, header(SIGNATURE_HEADER))
      const message: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (what === 'cancel') desk.onCancel(message as Cancel)
      else if (what === 'ack') outbox.acknowledge(message as Ack)
      else if (what === 'ping') reporter.onPing(message as Ping)
      else if (what === 'report-now') reporter.onReportNow(message as ReportNow)
      else if (what === 'stop' && (message as Stop).incarnation === incarnation) end()
    },
  })
  const end = () => {
    isUp = false
    reporter.silence()
    stop.abort()
    detach()
  }
  return Object.freeze({
    async start() {
      await prober.probeAll()
      prober.health.onChange(() => void reporter.change())
      await reporter.report()
      reporter.start(stop.signal)
      prober.watch({
        tickMs: () => tick_ms,
        signal: stop.signal,
        onRound: () => void reporter.report(),
        random,
      })
    },
    kill: end,
    partition() {
      isCut = true
    },
    async close() {
      end()
      await desk.drain(0).catch(() => {})
      await host.close()
    },
  })
}
