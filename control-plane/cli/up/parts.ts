import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, sleep } from '@vedette/proto/clock'
import { CliError } from '../cli-error.ts'
import { childEnvironment } from '../config.ts'
import { listSecretVariables } from './agent-file.ts'
import { type DataDir, readText } from './data-dir.ts'
import { readLastLines } from './log-file.ts'
import { findProgram } from './programs.ts'
import { type Supervisor, toEndError } from './supervisor.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const CONTROL_PLANE_ENTRY = join(REPOSITORY, 'control-plane', 'src', 'main', 'start.ts')
// The agent's process: started, never imported.
export const AGENT_ENTRY = join(REPOSITORY, 'agent', 'src', 'main', 'start.ts')
export const NODE_ARGS = ['--disable-warning=ExperimentalWarning']
const RETRY_MS = 25

export type PartContext = Readonly<{
  dir: DataDir
  supervisor: Supervisor
  clock: Clock
  signal: AbortSignal
  path: string
}>

// How starting went for a part that needs a port.
export type Start = 'ready' | 'port_taken'

// Starts the broker and resolves once it says that it is ready: its port alone might be another's. Throws CliError
// when it is missing, or ends for any reason but its port.
export async function startNats(context: PartContext): Promise<Start> {
  const { dir, supervisor, clock, signal, path } = context
  const file = findProgram('nats-server', path)
  if (file === null)
    throw new CliError(
      'failure',
      'nats-server is not installed',
      '`npm run up` installs it; or: apt-get install nats-server, dnf install nats-server, brew install nats-server',
    )
  const part = {
    name: 'nats-server',
    file,
    args: ['-c', join(dir.nats, 'nats.conf')],
    env: childEnvironment(),
    cwd: dir.nats,
    log: join(dir.logs, 'nats-server.log'),
  }
  const over = new AbortController()
  const ready = waitForText(part.log, 'Server is ready', {
    clock,
    signal: AbortSignal.any([signal, over.signal]),
  })
  const isReady = await supervisor.tryStart(part, ready)
  over.abort()
  ready.catch(() => {})
  return isReady ? 'ready' : toStart(part)
}

// Starts the control plane and resolves once it says over its channel that it serves. Throws as `startNats` does.
export async function startControlPlane({ dir, supervisor }: PartContext): Promise<Start> {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const part = {
    name: 'control plane',
    file: process.execPath,
    args: [...NODE_ARGS, CONTROL_PLANE_ENTRY, '--config', dir.controlPlaneConfig],
    env: childEnvironment(),
    cwd: dir.root,
    log: join(dir.logs, 'control-plane.log'),
    onMessage: (message: unknown) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve()
    },
  }
  return (await supervisor.tryStart(part, ready)) ? 'ready' : toStart(part)
}

// Another process may take a port between our look and the bind.
function toStart(part: Readonly<{ name: string; log: string }>): Start {
  const [last] = readLastLines(part.log, 1)
  if (/EADDRINUSE|address already in use/.test(last ?? '')) return 'port_taken'
  throw toEndError(part)
}

// Starts the agent, which enrols by itself. Its environment holds only what its file names as secrets.
export function startAgent({ dir, supervisor }: PartContext): void {
  supervisor.start({
    name: 'agent',
    file: process.execPath,
    args: [...NODE_ARGS, AGENT_ENTRY, '--config', dir.agentConfig],
    env: childEnvironment(listSecretVariables(readText(dir.agentConfig) ?? '')),
    cwd: dir.agent,
    log: join(dir.logs, 'agent.log'),
    onMessage: () => {},
  })
}

// Throws CliError unless this installation has the processes that `up` starts.
export function assertComplete(): void {
  const missing = [AGENT_ENTRY, CONTROL_PLANE_ENTRY].find((file) => !existsSync(file))
  if (missing !== undefined) throw new CliError('failure', `${missing} is not part of this installation`)
}

// Resolves once the log has the text in what is written from now on.
async function waitForText(
  file: string,
  text: string,
  { clock, signal }: Readonly<{ clock: Clock; signal: AbortSignal }>,
): Promise<void> {
  const before = (readText(file) ?? '').length
  const hasText = () => {
    const now = readText(file) ?? ''
    // A log that was set aside begins anew.
    return now.slice(now.length < before ? 0 : before).includes(text)
  }
  while (!hasText()) await sleep(clock, RETRY_MS, signal)
}
