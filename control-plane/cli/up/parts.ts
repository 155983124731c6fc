import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Clock, sleep } from '@vedette/proto/clock'
import { CliError } from '../cli-error.ts'
import { childEnvironment } from '../config.ts'
import { listSecretVariables } from './agent-file.ts'
import { type DataDir, readText } from './data-dir.ts'
import { findProgram } from './programs.ts'
import type { Supervisor } from './supervisor.ts'

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

// Starts the broker and resolves once its port answers. Throws CliError when it is missing or ends.
export async function startNats(context: PartContext, port: number): Promise<void> {
  const { dir, supervisor, clock, signal, path } = context
  const file = findProgram('nats-server', path)
  if (file === null)
    throw new CliError(
      'failure',
      'nats-server is not installed',
      '`npm run up` installs it; or: apt-get install nats-server, dnf install nats-server, brew install nats-server',
    )
  supervisor.start({
    name: 'nats-server',
    file,
    args: ['-c', join(dir.nats, 'nats.conf')],
    env: childEnvironment(),
    cwd: dir.nats,
    log: join(dir.logs, 'nats-server.log'),
  })
  await Promise.race([supervisor.failure, waitForPort(port, clock, signal)])
}

// Starts the control plane and resolves once it says over its channel that it serves.
export async function startControlPlane({ dir, supervisor }: PartContext): Promise<void> {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  supervisor.start({
    name: 'control plane',
    file: process.execPath,
    args: [...NODE_ARGS, CONTROL_PLANE_ENTRY, '--config', dir.controlPlaneConfig],
    env: childEnvironment(),
    cwd: dir.root,
    log: join(dir.logs, 'control-plane.log'),
    onMessage: (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve()
    },
  })
  await Promise.race([supervisor.failure, ready])
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

async function waitForPort(port: number, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!(await answers(port))) await sleep(clock, RETRY_MS, signal)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
