import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Clock } from '@vedette/proto/clock'
import { SourceError } from '@vedette/proto/connector'
import { type AgentBus, createAgentBus, type RefusalCode, type Servers } from '../bus/index.ts'
import { type AgentConfig, ConfigError, readSecret } from '../config/index.ts'
import { type Endpoints, startEndpoints } from '../endpoints/index.ts'
import {
  createKeyRing,
  createNonceMemory,
  createPolicyBook,
  type KeyRing,
  verifyCall,
} from '../gate/index.ts'
import { createHost, createInstance } from '../host/index.ts'
import { createLedger, type LedgerDoor, serveLedger } from '../ledger/index.ts'
import { createProber } from '../prober/index.ts'
import { createRedactor, createVisible, createWorkerEngine } from '../redactor/index.ts'
import { type AgentFacts, createReporter } from '../reporter/index.ts'
import { type AgentLog, createEventLog } from './agent-log.ts'
import { createCallDesk } from './call-desk.ts'
import { createCounters } from './counters.ts'
import type { ExitReason } from './exit-codes.ts'
import { readHostIdentity } from './host-identity.ts'
import { AGENT_VERSION } from './version.ts'

export type RunOptions = Readonly<{
  clock: Clock
  // Aborting it is the wish to stop: goodbye, drain, close.
  signal: AbortSignal
  log: AgentLog
  // 0 to 1; jitter.
  random?: () => number
}>

// Why the agent ended; `code` says what enrolment answered.
export type AgentEnd = Readonly<{ reason: Exclude<ExitReason, 'internal' | 'config'>; code?: RefusalCode }>

// Longest wait for calls under way after the wish to stop.
const DRAIN_MS = 20_000
// Longest that the first report waits for the first probes.
const FIRST_PROBE_MS = 2_000

// Runs one agent to its end. Throws ConfigError when a secret that it cannot start without is missing.
export async function runAgent(config: AgentConfig, options: RunOptions): Promise<AgentEnd> {
  const { clock, signal, log, random = Math.random } = options
  const stop = new AbortController()
  const ended = Promise.withResolvers<AgentEnd>()
  const end = (why: AgentEnd) => ended.resolve(why)
  const wish = () => end({ reason: 'stopped' })
  signal.addEventListener('abort', wish, { once: true })
  if (signal.aborted) wish()

  const counters = createCounters()
  const ledger = createLedger(clock)
  const { custom, public_ips, tag_secret } = config.redaction ?? {}
  const tagSecret = tag_secret === undefined ? null : await readSecret(tag_secret, 'redaction.tag_secret')
  const engine = createWorkerEngine({
    clock,
    tagSecret,
    ...(custom === undefined ? {} : { custom }),
    ...(public_ips === undefined ? {} : { addresses: public_ips }),
  })
  const redactor = createRedactor(engine.redact)
  const policy = createPolicyBook(config.deny)
  const nonces = createNonceMemory(clock)
  const usedApprovals = createNonceMemory(clock)
  const instances = config.instances.map((one) => createInstance(one, { clock, enableWrites: config.writes }))
  const visible = createVisible({
    ...(custom === undefined
      ? {}
      : { findCustom: (await import('../redactor/custom.ts')).createCustomFinder(custom) }),
    ...(public_ips === undefined ? {} : { addresses: public_ips }),
  })
  const host = createHost(clock, instances, visible)
  const prober = createProber(clock, instances)
  const own = await toFacts(config, clock)
  // A pod learns with its enrolment who it was proved to be.
  const facts: AgentFacts = {
    ...own,
    get identity() {
      return bus.enrolled()?.identity ?? own.identity
    },
  }
  const logEvent = createEventLog(clock, log)
  let keys: Readonly<{ of: unknown; ring: KeyRing }> = { of: null, ring: new Map() }

  // The key set comes with each enrolment and renewal.
  function toRing(): KeyRing {
    const signing = bus.enrolled()?.signing_keys ?? []
    if (keys.of !== signing) keys = { of: signing, ring: createKeyRing(signing) }
    return keys.ring
  }

  const audience = () => ({
    keys: toRing(),
    agent: bus.enrolled()?.agent ?? '',
    incarnation: facts.incarnation,
  })

  const bus: AgentBus = await createAgentBus({
    clock,
    random,
    dataDir: config.data_dir,
    servers: toServers(config),
    applicant: { name: config.name, version: AGENT_VERSION, identity: own.identity },
    readLobbyCreds: () => readLobbyCreds(config),
    readJoinToken: () => readJoinToken(config),
    readClusterToken: config.kubernetes === undefined ? null : () => readClusterToken(config),
    tickMs: config.tick_ms ?? null,
    ledger,
    signal: stop.signal,
    handlers: {
      onCall: (bytes, signature) => desk.onCall(bytes, signature),
      onCancel: (cancel) => desk.onCancel(cancel),
      onPolicy(bytes, signature) {
        const outcome = policy.apply(bytes, signature, audience())
        if (outcome === 'ignored') counters.count('dropped', 'policy')
        else void reporter.change()
      },
      onStop(order) {
        if (order.incarnation === facts.incarnation)
          end(order.why === 'superseded' ? { reason: 'superseded' } : { reason: 'refused', code: 'revoked' })
      },
      onPing: (ping) => reporter.onPing(ping),
      onReportNow: (order) => reporter.onReportNow(order),
      onMalformed: () => counters.count('dropped', 'malformed'),
      onEvent(event) {
        counters.count('bus_events', event)
        logEvent(event)
        if (event === 'up') onUp()
      },
    },
  })

  const reporter = createReporter({
    clock,
    redactor,
    random,
    outbox: bus.outbox,
    agent: () => bus.enrolled()?.agent ?? null,
    tickMs: bus.tickMs,
    isUp: bus.isUp,
    onWithheld: () => counters.count('withheld', 'report'),
    sources: {
      facts,
      instances,
      notRequested: config.notRequested,
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
    outbox: bus.outbox,
    incarnation: facts.incarnation,
    recheck: (instance) => void prober.recheck(instance),
    verify: (bytes, signature) =>
      verifyCall(bytes, signature, { ...audience(), clock, nonces, policyHash: policy.effectiveHash() }),
    admission: () => ({
      rules: policy.rules(),
      instances: host.instances,
      health: prober.health.get,
      isFresh: prober.isFresh,
      agentVersion: AGENT_VERSION,
      labels: config.labels,
      approvals: { now: clock.now(), used: usedApprovals },
    }),
  })

  let isProbed = false
  let isWatching = false
  let endpoints: Endpoints | null = null
  let door: LedgerDoor | null = null
  try {
    door = await openLedger()
    if (config.endpoints !== undefined) {
      endpoints = await startEndpoints(config.endpoints, {
        isReady: () => isProbed && bus.isUp(),
        counters: counters.snapshot,
        health: () =>
          instances.map(({ name }) => ({ instance: name, health: prober.health.get(name).health })),
      })
      log.info({ port: endpoints.port }, 'serving health and metrics on loopback')
    }
    prober.health.onChange(() => {
      if (isProbed) void reporter.change()
    })
    log.info({ version: AGENT_VERSION, instances: instances.length }, 'starting')
    const linked = bus.run().then((result) => {
      if (result.kind === 'refused') end({ reason: 'refused', code: result.code })
    })
    linked.catch((error: unknown) => ended.reject(toStartError(error)))
    void firstProbes()
    const why = await ended.promise
    await leave(why)
    return why
  } finally {
    signal.removeEventListener('abort', wish)
    stop.abort()
    await bus.close()
    await host.close()
    await endpoints?.close()
    await door?.close()
    await engine.close()
  }

  // An agent that can write nowhere still answers; its ledger cannot be read then.
  async function openLedger(): Promise<LedgerDoor | null> {
    try {
      return await serveLedger(config.data_dir, ledger)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'path_too_long'
      log.warn({ code }, 'the sent ledger cannot be asked: no socket could be made in data_dir')
      return null
    }
  }

  // The first report waits for the first probes, but not for a server that hangs.
  async function firstProbes(): Promise<void> {
    const late = Promise.withResolvers<'late'>()
    const cancel = clock.after(FIRST_PROBE_MS, () => late.resolve('late'))
    const first = prober.probeAll()
    const outcome = await Promise.race([first, late.promise])
    cancel()
    isProbed = true
    await reporter.report()
    if (outcome !== 'late') return
    await first
    await reporter.report()
  }

  // Ticks begin with the first link: only enrolment says how long one is.
  function onUp(): void {
    if (isProbed) void reporter.report()
    if (isWatching) return
    isWatching = true
    reporter.start(stop.signal)
    const onRound = () => void reporter.report()
    prober.watch({ tickMs: bus.tickMs, signal: stop.signal, onRound, random })
  }

  async function leave(why: AgentEnd): Promise<void> {
    desk.close()
    if (why.reason === 'superseded') reporter.silence()
    else await reporter.leave()
    log.info({ reason: why.reason, calls: desk.active() }, 'stopping')
    await desk.drain(why.reason === 'stopped' ? DRAIN_MS : 0)
  }
}

async function toFacts(config: AgentConfig, clock: Clock): Promise<AgentFacts> {
  const own = config.identity?.host_id
  return {
    incarnation: randomUUID(),
    started_at: clock.now(),
    identity: own === undefined ? await readHostIdentity(config.data_dir) : { kind: 'host', id: own },
    name: config.name,
    version: AGENT_VERSION,
    labels: config.labels,
  }
}

function toServers({ nats }: AgentConfig): Servers {
  const { proxy } = nats
  return {
    urls: nats.urls ?? [nats.url ?? ''],
    caFile: nats.tls?.ca_file ?? null,
    proxy:
      proxy === undefined
        ? null
        : {
            url: proxy.url,
            noProxy: proxy.no_proxy,
            readAuth: async () =>
              proxy.auth === undefined ? null : readSecret(proxy.auth, 'nats.proxy.auth'),
          },
  }
}

// Read anew each time: the kubelet replaces the file before the token ends.
function readClusterToken({ kubernetes }: AgentConfig): Promise<string> {
  return readSecret({ file: kubernetes?.token_file ?? '' }, 'kubernetes.token_file')
}

async function readLobbyCreds({ nats }: AgentConfig): Promise<string> {
  if (nats.lobby !== undefined) return readSecret(nats.lobby, 'nats.lobby')
  if (nats.lobby_creds_file === undefined)
    throw new ConfigError([
      { path: 'nats', message: 'needs lobby_creds_file (or lobby) to enrol and to renew' },
    ])
  return readFile(nats.lobby_creds_file, 'utf8').catch(() => {
    throw new ConfigError([
      { path: 'nats.lobby_creds_file', message: 'cannot be read; check the path and its mode' },
    ])
  })
}

async function readJoinToken(config: AgentConfig): Promise<string> {
  if (config.join_token === undefined)
    throw new ConfigError([
      {
        path: 'join_token',
        message: 'is needed for the first enrolment; make one with vedette token create --join',
      },
    ])
  return readSecret(config.join_token, 'join_token')
}

function toStartError(error: unknown): unknown {
  if (!(error instanceof SourceError)) return error
  const path = error.carried.credential ?? 'a secret'
  return new ConfigError([{ path, message: 'names a secret that is not there; check the variable or file' }])
}
