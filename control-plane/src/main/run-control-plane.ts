import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '@vedette/proto/clock'
import { createActions } from '../approvals/index.ts'
import {
  anchorFile,
  auditCalls,
  auditEnrolment,
  auditRevocation,
  createAnchorFile,
  createAudit,
  createAuditReader,
  readAnchors,
  toCallRecorder,
  toDisputeRecorder,
} from '../audit/index.ts'
import { type Bus, type BusLog, createBus } from '../bus/index.ts'
import { createCompositeTools } from '../composites/index.ts'
import { type ControlPlaneConfig, ControlPlaneConfigError } from '../config/index.ts'
import { createDispatch, createRunPart } from '../dispatch/index.ts'
import { createFleet, type RunningFleet } from '../fleet/index.ts'
import { createHttp } from '../http/index.ts'
import {
  createEnroller,
  createRevoker,
  createSigner,
  loadOperator,
  type Operator,
  operatorFile,
  toSigningKeys,
} from '../identity/index.ts'
import { createInvestigations } from '../investigations/index.ts'
import { createKnowledge } from '../knowledge/index.ts'
import { createLogTools } from '../logs/index.ts'
import { createBeside } from '../mcp/index.ts'
import { createPolicies } from '../policy/index.ts'
import { createResults, createResultTools } from '../results/index.ts'
import { createRunbooks, createRunbooksTool } from '../runbooks/index.ts'
import { createStore, type Store } from '../store/index.ts'
import { createToolSurface } from '../tools/index.ts'
import { followOperator } from './follow-operator.ts'
import { toOAuth } from './oauth.ts'
import { toSharing } from './sharing.ts'
import { VERSION } from './version.ts'

const BESIDE = join(import.meta.dirname, '..', '..')
const PAGES = join(BESIDE, 'web', 'dist')
// An image holds a copy beside the pages; a clone is its own documentation.
const DOCS = existsSync(join(BESIDE, 'docs')) ? join(BESIDE, 'docs') : join(BESIDE, '..')

export type ControlPlaneLog = BusLog &
  Readonly<{ error(facts: Readonly<Record<string, unknown>>, message: string): void }>

export type RunOptions = Readonly<{
  clock: Clock
  // Aborting it ends the control plane.
  signal: AbortSignal
  log: ControlPlaneLog
}>

export type RunningControlPlane = Readonly<{
  // Where it listens, e.g. `http://127.0.0.1:4680`.
  url: string
  replica: string
  bus: Bus
  fleet: RunningFleet
  store: Store
  // Resolves once everything is closed after the signal.
  closed: Promise<void>
}>

// Wires one replica and serves until the signal aborts. Throws ControlPlaneConfigError, StoreError, or the socket's
// error when the address is taken; the bus connects in the background, for ever.
export async function runControlPlane(
  config: ControlPlaneConfig,
  options: RunOptions,
): Promise<RunningControlPlane> {
  const { clock, signal, log } = options
  let operator = await readOperator(config)
  const store = await createStore({ url: config.store, clock })
  const onFault = (error: unknown) => log.error({ error: toKind(error) }, 'something of our own failed')
  const replica = `cp_${randomBytes(8).toString('hex')}`
  const sign = createSigner(operator)
  const audit = createAudit({
    store,
    writer: replica,
    clock,
    sign,
    anchor: createAnchorFile(anchorFile(config.data_dir)),
    onFault,
  })
  const revoker = createRevoker({
    store,
    operator: () => operator,
    push: (jwt) => bus.pushAccount(jwt),
    clock,
    log,
  })
  const bus = createBus({
    servers: toServers(config),
    organisations: operator.organisations.map(({ name, control_plane }) => ({
      name,
      credentials: control_plane,
    })),
    system: operator.system.user,
    replica,
    clock,
    tick_ms: config.tick_ms,
    sign,
    enroll: auditEnrolment(
      createEnroller({
        store,
        operator: () => operator,
        clock,
        tick_ms: config.tick_ms,
        enrolled: (organisation) => fleet.refresh(organisation),
      }),
      audit,
    ),
    log,
    onSystemUp: () => void revoker.pushAll(),
  })
  const fleet = createFleet({
    store,
    bus,
    clock,
    tick_ms: config.tick_ms,
    revoke: auditRevocation(revoker.revoke, audit),
  })
  fleet.onEvent(toDisputeRecorder(audit))
  const dispatch = createDispatch({
    fleet,
    callAgent: auditCalls(bus.callAgent, audit),
    clock,
    tick_ms: config.tick_ms,
    policyHashOf: (view) => policies.hashOf(view),
    ...toSharing(config, { store, clock, onFault }),
  })
  const memory = {
    investigations: createInvestigations({ store, clock, onFault }),
    knowledge: createKnowledge({ store, clock, onFault }),
  }
  const actions = createActions({
    store,
    audit,
    fleet,
    runPart: createRunPart({
      fleet,
      callAgent: auditCalls(bus.callAgent, audit),
      policyHashOf: (view) => policies.hashOf(view),
    }),
    clock,
    onFault,
  })
  const watched = actions.watching(memory.knowledge.learning(dispatch))
  const zoneOf = () => config.time_zone
  const results = createResults({ store, clock, onFault })
  const runbooks = createRunbooks(config.runbooks)
  const surface = createToolSurface({
    fleet,
    dispatch: watched,
    store: { audit: toCallRecorder(audit) },
    clock,
    zoneOf,
    actions,
    memory,
    results,
    extraTools: [
      ...createCompositeTools({ fleet, dispatch: watched, clock, zoneOf }),
      ...createResultTools({ results, now: () => clock.now() }),
      ...createLogTools({ fleet, dispatch: watched, clock, zoneOf }),
      createRunbooksTool({ runbooks, now: () => clock.now() }),
    ],
    onFault,
  })
  const policies = createPolicies({
    store,
    bus,
    fleet,
    audit,
    tools: () => surface.all,
    clock,
    tick_ms: config.tick_ms,
    onFault,
  })
  const http = await createHttp({
    surface,
    store,
    fleet,
    actions,
    memory,
    policies,
    clusters: {
      store,
      clock,
      revoke: (organisation, agent) => revoker.revoke(organisation, agent, null),
      refresh: fleet.refresh,
    },
    clock,
    version: VERSION,
    audit: {
      ...audit,
      volumes: store.audit.volumes,
      ...createAuditReader({
        store,
        flush: audit.flush,
        keys: () => toSigningKeys(operator),
        anchors: () => readAnchors(anchorFile(config.data_dir)),
      }),
    },
    ...toRules(config),
    ...toOAuth(config, { isKnown: (name) => bus.organisations().includes(name), clock }),
    requestsPerMinute: config.limits.requests_per_minute,
    pages: PAGES,
    docs: DOCS,
    extendMcp: createBeside({ surface, runbooks }),
    sessionKey: toSessionKey(operator),
    organisations: bus.organisations,
    isReady: createReadiness(store, bus, clock),
    onFault,
  })
  // Organisations that are added while we run are joined; NATS is told of their accounts first.
  const stopFollowing = followOperator({
    file: operatorFile(config.data_dir),
    clock,
    every_ms: config.tick_ms,
    log,
    onChange: async (next) => {
      const isNew = next.organisations.filter(({ name }) => !bus.organisations().includes(name))
      operator = next
      if (isNew.length === 0) return
      await revoker.pushAll()
      for (const { name, control_plane } of isNew) bus.join({ name, credentials: control_plane })
      log.info({ organisations: isNew.map(({ name }) => name) }, 'joined')
    },
  })
  const close = async (): Promise<void> => {
    stopFollowing()
    await http.close()
    policies.close()
    surface.close()
    fleet.close()
    await bus.close()
    memory.investigations.close()
    await memory.knowledge.close()
    await audit.close()
    await store.close()
  }
  try {
    // Nothing is asked of an agent before it is known what it must enforce.
    await policies.load()
    const url = await http.listen({ host: config.http.host, port: config.http.port })
    log.info({ url, replica, version: VERSION }, 'serving')
    return { url, replica, bus, fleet, store, closed: untilAborted(signal).then(close) }
  } catch (error) {
    await close()
    throw error
  }
}

async function readOperator({ data_dir }: ControlPlaneConfig): Promise<Operator> {
  const file = operatorFile(data_dir)
  const operator = await loadOperator(file)
  if (operator !== null) return operator
  throw new ControlPlaneConfigError([
    `data_dir: ${file} does not exist: make it with \`vedette control-plane init\``,
  ])
}

// The same on every replica, which share the operator's keys, and of no use for anything else.
function toSessionKey({ operator }: Operator): Buffer {
  return Buffer.from(hkdfSync('sha256', operator.seed, '', 'vedette browser sessions', 32))
}

function toServers({ nats }: ControlPlaneConfig) {
  const { urls, tls } = nats
  if (tls === undefined) return { urls }
  return { urls, tls: tls.ca_file === undefined ? {} : { ca_file: tls.ca_file } }
}

function toRules({ http }: ControlPlaneConfig) {
  const { public_url, allowed_origins } = http
  if (public_url === undefined) return { origins: allowed_origins }
  return { hosts: [new URL(public_url).hostname], origins: [public_url, ...allowed_origins] }
}

// Reads go on for so long after the store was last there.
const STORE_AWAY_MS = 60_000

// Ready means that the truth could be read a minute ago at most and that every organisation's link stands.
function createReadiness(store: Store, bus: Bus, clock: Clock): () => Promise<boolean> {
  let seenAt = Number.NEGATIVE_INFINITY
  return async () => {
    const names = await store.organisations.list().catch(() => null)
    if (names !== null) seenAt = clock.monotonic()
    const hasStore = clock.monotonic() - seenAt < STORE_AWAY_MS
    return hasStore && bus.organisations().every((name) => bus.isLinked(name))
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

// The kind of an error, never its text.
function toKind(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}
