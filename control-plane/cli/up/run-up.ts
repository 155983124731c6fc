import { sleep } from '@vedette/proto/clock'
import type { SignInCode } from '../../src/http/api-types.ts'
import { CliError } from '../cli-error.ts'
import { type ApiClient, createApiClient } from '../client.ts'
import { nameCommands } from '../command-name.ts'
import type { Io } from '../io.ts'
import { checkAgentFile } from './agent-check.ts'
import { listConnectors } from './agent-file.ts'
import { type Ready, toBanner } from './banner.ts'
import { createDataDir, type DataDir, readText, writeRunning } from './data-dir.ts'
import { detect } from './detect.ts'
import { toStatusLine } from './events.ts'
import { followFile } from './follow-file.ts'
import { followFleet } from './follow-fleet.ts'
import { lockDataDir } from './lock.ts'
import { assertComplete, type PartContext, startAgent, startControlPlane, startNats } from './parts.ts'
import { choosePorts, type Ports } from './ports.ts'
import { prepare } from './prepare.ts'
import { createSupervisor } from './supervisor.ts'

// How long the first report of the agent is waited for before the rest is printed without it.
const AGENT_MS = 20_000
const PORT_TRIES = 5

export type UpOptions = Readonly<{ dataDir: string; port: number | null; json: boolean }>

// Runs everything on this machine until it is told to stop, or until a part ends by itself: then the others are
// stopped too and CliError is thrown. Nothing is left running either way.
export async function runUp(options: UpOptions, io: Io): Promise<void> {
  assertComplete()
  const dir = createDataDir(options.dataDir)
  const lock = lockDataDir(dir)
  const supervisor = createSupervisor(io.clock)
  const told = new Promise<void>((resolve) => io.signal.addEventListener('abort', () => resolve()))
  // Ends what follows the fleet and the agent's file, whatever the reason.
  const over = new AbortController()
  const signal = AbortSignal.any([io.signal, over.signal])
  const context = { dir, supervisor, clock: io.clock, signal, path: io.environment.path }
  try {
    await Promise.race([serve(context, options, io), supervisor.failure, told])
  } catch (error) {
    // What was under way when the signal came may fail in any order.
    if (!io.signal.aborted) throw error
  } finally {
    over.abort()
    writeRunning(dir, null)
    await supervisor.stop()
    lock.release()
  }
}

async function serve(context: PartContext, options: UpOptions, io: Io): Promise<void> {
  const { dir, clock, signal } = context
  const say = options.json ? io.writeError : io.write
  const { ports, token } = await startServers(context, options.port)
  startAgent(context)
  const api = createApiClient({ url: toOrigin(ports), token }, signal)
  const { promise: connected, resolve } = Promise.withResolvers<void>()
  const waiting = new AbortController()
  let isReady = false
  // The agent also tells those that nobody asked for.
  const builtIn = new Set<string>()
  const following = followFleet(
    api,
    {
      onFleet({ agents }) {
        const all = agents.filter(({ status }) => status === 'connected')
        for (const one of all) for (const { connector } of one.connectors) builtIn.add(connector)
        if (all.length > 0) resolve()
      },
      onChange: (change) => void (isReady && say(toStatusLine(change))),
    },
    { clock, signal },
  )
  await Promise.race([connected, sleep(clock, AGENT_MS, AbortSignal.any([signal, waiting.signal]))])
  waiting.abort()
  const ready = await announce({ dir, ports, token, api })
  isReady = true
  if (options.json) io.write(`${JSON.stringify(ready)}\n`)
  else {
    const found = detect(io.environment, { builtIn, configs: listConfigs(dir) })
    io.write(nameCommands(toBanner(ready, found), io.environment.command))
  }
  const { promise: failed, reject } = Promise.withResolvers<never>()
  followFile(dir.agentConfig, () => void restartAgent(context, say).catch(reject), { clock, signal })
  await Promise.race([following, failed])
}

// Chooses ports and starts the two servers on them; again with others when one was taken in between.
async function startServers(
  context: PartContext,
  port: number | null,
): Promise<Readonly<{ ports: Ports; token: string }>> {
  for (let tries = 1; tries <= PORT_TRIES; tries += 1) {
    const ports = await choosePorts(context.dir, port)
    const { token } = await prepare(context.dir, ports, context.clock)
    if ((await startNats(context)) === 'port_taken') continue
    if ((await startControlPlane(context)) === 'ready') return { ports, token }
    await context.supervisor.end('nats-server')
  }
  throw new CliError(
    'failure',
    'other processes keep taking the ports',
    'try again, or choose one with --port',
  )
}

async function announce(
  facts: Readonly<{ dir: DataDir; ports: Ports; token: string; api: ApiClient }>,
): Promise<Ready> {
  const { dir, ports, token, api } = facts
  const control_plane_url = toOrigin(ports)
  const { code } = await api.send<SignInCode>('POST', '/api/v1/sign-in-codes')
  const urls = { control_plane_url, mcp_url: `${control_plane_url}/mcp` }
  writeRunning(dir, { pid: process.pid, ...urls, nats_port: ports.nats, http_port: ports.http })
  return {
    mcp_url: urls.mcp_url,
    token,
    fleet_url: `${control_plane_url}/fleet#code=${code}`,
    control_plane_url,
    pid: process.pid,
  }
}

// A file that the agent would not start with changes nothing: the running agent goes on as it is.
async function restartAgent(context: PartContext, say: (text: string) => void): Promise<void> {
  const { dir, supervisor } = context
  const problem = await checkAgentFile(dir.agentConfig)
  if (problem !== null) return say(`${dir.agentConfig} is not taken in:\n${problem}\n`)
  say('the agent restarts with its changed file\n')
  await supervisor.end('agent')
  startAgent(context)
}

function listConfigs(dir: DataDir) {
  return listConnectors(readText(dir.agentConfig) ?? '').map(({ config }) => config)
}

function toOrigin(ports: Ports): string {
  return `http://127.0.0.1:${ports.http}`
}
