import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createOperator,
  findOrganisation,
  type Operator,
  operatorFile,
  saveOperator,
  toNatsConfig,
} from '@vedette/control-plane/identity'
import { createStore, type Store } from '@vedette/control-plane/store'
import { systemClock } from '@vedette/proto/clock'
import {
  type Cleanup,
  createFolder,
  eventually,
  getFreePort,
  ROOT,
  type StartedNats,
  type StartedProcess,
  startNatsServer,
  startProcess,
} from '@vedette/test/kit'
import type { FleetPage } from '../../control-plane/src/http/api-types.ts'

/** What is started for each part, and from where: the sources, unless a test has built something else. */
export type Programs = Readonly<{
  controlPlane: string
  agent: string
  cwd?: string
  env?: Record<string, string>
}>

const SOURCES: Programs = Object.freeze({
  controlPlane: join(ROOT, 'control-plane', 'src', 'main', 'start.ts'),
  agent: join(ROOT, 'agent', 'src', 'main', 'start.ts'),
})
const NODE_ARGS = ['--disable-warning=ExperimentalWarning']
export const ORGANISATION = 'acme'

/** One tick of the fleet here, in milliseconds: three make an agent offline, and a probe comes every three. */
export const TICK_MS = 1_000

/** An HTTP answer with its status and headers; `body` is what its JSON says. */
export type Told = Readonly<{ status: number; headers: Headers; text: string; body: Answer }>
/** What JSON.parse gives; each test asserts the values that it reads. */
export type Answer = ReturnType<typeof JSON.parse>

/** A whole fleet of real processes: nats-server, a control plane, and the agents that a test starts. */
export type Stand = Readonly<{
  programs: Programs
  operator: Operator
  /** The control plane's own folder. */
  dataDir: string
  store: Store
  url: string
  mcpUrl: string
  token: string
  controlPlane: StartedProcess
  /** Starts another replica on the same store and bus, with a folder of its own. */
  startReplica(): Promise<StartedProcess & { readonly url: string }>
  /** Starts the control plane again on its port, with its files, as its supervisor would. */
  startControlPlane(): Promise<StartedProcess>
  nats(): StartedNats
  /** Starts the nats-server again on its port, with its files. */
  startNats(): Promise<StartedNats>
  call(tool: string, args?: object): Promise<Told>
  /** The sealed answer of a call that is expected to be one. */
  ask(tool: string, args?: object): Promise<Answer>
  health(): Promise<Answer>
  fleet(): Promise<FleetPage>
}>

const UNLIMITED = { freshness_seconds: 0, calls_per_minute: 1_000_000, calls_at_once: 100_000 }

/** Starts nats-server and the control plane, each a process of its own, on loopback. */
export async function startStand(
  t: Cleanup,
  programs: Programs = SOURCES,
  more: Readonly<{ limits?: object; file?: object; storeUrl?: string; publicUrl?: string }> = {},
): Promise<Stand> {
  const folder = createFolder(t)
  const operator = await createOperator({ organisations: [ORGANISATION], now: Date.now() })
  await saveOperator(operatorFile(folder), operator)
  const storeUrl = more.storeUrl ?? `sqlite:${join(folder, 'store.db')}`
  const store = await createStore({ url: storeUrl, clock: systemClock })
  t.after(() => store.close())
  await store.organisations.create(ORGANISATION)
  const facts = { organisation: ORGANISATION, name: 'test', mode: 'cautious', role: 'admin' } as const
  const { secret: token } = await store.tokens.create(facts)
  const [natsPort, httpPort] = [await getFreePort(), await getFreePort()]
  const natsConfig = toNatsConfig(operator, { port: natsPort, resolver_dir: join(folder, 'jwt') })
  const startNats = async () => {
    nats = await startNatsServer(t, { port: natsPort, config: natsConfig })
    return nats
  }
  let nats = await startNatsServer(t, { port: natsPort, config: natsConfig })
  const file = join(folder, 'control-plane.json')
  const options = {
    data_dir: folder,
    store: storeUrl,
    nats: { urls: [nats.url] },
    http: { port: httpPort, ...(more.publicUrl === undefined ? {} : { public_url: more.publicUrl }) },
    tick_ms: TICK_MS,
    // Every question of a test is a question to its sources; what is shared has tests of its own.
    limits: { ...UNLIMITED, ...more.limits },
    ...more.file,
  }
  writeFileSync(file, JSON.stringify(options))
  const url = `http://127.0.0.1:${httpPort}`
  const startPlane = (config: string, at: string) =>
    startProcess(t, {
      name: 'control plane',
      file: process.execPath,
      args: [...NODE_ARGS, programs.controlPlane, '--config', config],
      ...toPlace(programs),
      ready: { url: `${at}/readyz` },
      readyMs: 30_000,
    })
  const startControlPlane = () => startPlane(file, url)
  const startReplica = async () => {
    const own = createFolder(t)
    const port = await getFreePort()
    await saveOperator(operatorFile(own), operator)
    const ownFile = join(own, 'control-plane.json')
    writeFileSync(ownFile, JSON.stringify({ ...options, data_dir: own, http: { port } }))
    const replica = await startPlane(ownFile, `http://127.0.0.1:${port}`)
    return { ...replica, url: `http://127.0.0.1:${port}` }
  }
  const controlPlane = await startControlPlane()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const call = (tool: string, args: object = {}) =>
    send(`${url}/api/v1/call`, { method: 'POST', headers, body: JSON.stringify({ tool, arguments: args }) })
  const ask = async (tool: string, args: object = {}) => {
    const told = await call(tool, args)
    if (told.status !== 200) throw new Error(`${tool} answered ${told.status}: ${told.text}`)
    return told.body
  }
  return {
    programs,
    operator,
    dataDir: folder,
    store,
    url,
    mcpUrl: `${url}/mcp`,
    token,
    controlPlane,
    startReplica,
    startControlPlane,
    nats: () => nats,
    startNats,
    call,
    ask,
    health: () => ask('check_fleet_health', { detail: 'full' }),
    fleet: async () => JSON.parse((await send(`${url}/api/v1/fleet`, { headers })).text),
  }
}

/** Sends a request and reads its whole answer. */
export async function send(url: string, init: RequestInit = {}): Promise<Told> {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

function parse(text: string): Answer {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** What an agent here is made of; `dataDir` keeps its key over a restart. */
export type AgentFacts = Readonly<{
  machine: string
  connectors: readonly object[]
  dataDir?: string
  file?: object
}>
export type RunningAgent = StartedProcess & Readonly<{ dataDir: string; file: string; programs: Programs }>

/** Starts an agent process that enrols as the given machine. */
export async function startAgent(t: Cleanup, stand: Stand, facts: AgentFacts): Promise<RunningAgent> {
  const dataDir = facts.dataDir ?? createFolder(t)
  const folder = createFolder(t)
  const limits = { organisation: ORGANISATION, ttl_ms: 600_000, max_uses: 1 }
  const { secret } = await stand.store.joinTokens.create(limits)
  const { jwt, seed } = findOrganisation(stand.operator, ORGANISATION).lobby
  const creds = `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`
  writeFileSync(join(folder, 'lobby.creds'), creds)
  writeFileSync(join(folder, 'join-token'), secret)
  const options = {
    name: facts.machine,
    data_dir: dataDir,
    nats: { url: stand.nats().url, lobby_creds_file: join(folder, 'lobby.creds') },
    join_token: { file: join(folder, 'join-token') },
    identity: { host_id: `host-${facts.machine}` },
    connectors: facts.connectors,
    ...facts.file,
  }
  const file = join(folder, 'agent.json')
  writeFileSync(file, JSON.stringify(options))
  const started = await runAgentFile(t, file, stand.programs)
  return { ...started, dataDir, file, programs: stand.programs }
}

/** Starts the same agent again, as its supervisor would. */
export async function restartAgent(t: Cleanup, agent: RunningAgent): Promise<RunningAgent> {
  const { dataDir, file, programs } = agent
  return { ...(await runAgentFile(t, file, programs)), dataDir, file, programs }
}

function toPlace({ cwd, env }: Programs) {
  return { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env }) }
}

function runAgentFile(t: Cleanup, file: string, programs: Programs): Promise<StartedProcess> {
  return startProcess(t, {
    name: 'agent',
    file: process.execPath,
    args: [...NODE_ARGS, programs.agent, '--config', file],
    ...toPlace(programs),
    ready: { output: /"msg":"starting"/ },
  })
}

/** Waits until an agent has this status and, unless it is away, each named instance has its health word. */
export function untilAgent(
  stand: Stand,
  machine: string,
  wanted: Readonly<{ status: string; health?: Readonly<Record<string, string>> }>,
) {
  return eventually(
    async () => {
      const view = (await stand.fleet()).agents.find((one) => one.name === machine)
      if (view?.status !== wanted.status) throw new Error(`${machine} is ${view?.status}`)
      for (const [instance, health] of Object.entries(wanted.health ?? {})) {
        const found = view.connectors.find((one) => one.instance === instance)
        if (found?.health !== health) throw new Error(`${instance} is ${found?.health} (${found?.code})`)
      }
      return view
    },
    { timeoutMs: 40_000, everyMs: 100 },
  )
}
