import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// What a running `up` tells the other commands; the file goes when it stops.
export type Running = Readonly<{
  pid: number
  control_plane_url: string
  mcp_url: string
  nats_port: number
  http_port: number
}>

// Where everything of one `up` lives; the folder is its owner's alone.
export type DataDir = Readonly<{
  root: string
  token: string
  running: string
  lock: string
  holder: string
  ports: string
  store: string
  nats: string
  controlPlaneConfig: string
  agent: string
  agentConfig: string
  logs: string
}>

// The paths inside a data directory; touches nothing.
export function toDataDir(root: string): DataDir {
  return {
    root,
    token: join(root, 'token'),
    running: join(root, 'running.json'),
    lock: join(root, 'lock.db'),
    holder: join(root, 'lock.pid'),
    ports: join(root, 'ports.json'),
    store: join(root, 'store.db'),
    nats: join(root, 'nats'),
    controlPlaneConfig: join(root, 'control-plane.yaml'),
    agent: join(root, 'agent'),
    agentConfig: join(root, 'agent', 'agent.yaml'),
    logs: join(root, 'logs'),
  }
}

// Makes the folders, each with mode 0700.
export function createDataDir(root: string): DataDir {
  const dir = toDataDir(root)
  for (const folder of [dir.root, dir.nats, dir.agent, dir.logs]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
  }
  return dir
}

// Writes a file whole or not at all, for its owner alone.
export function writePrivate(file: string, text: string): void {
  const draft = `${file}.${process.pid}.new`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

// The text of a file, or null when there is none.
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

// The token of a data directory, or null.
export function readToken(root: string): string | null {
  return readText(toDataDir(root).token)?.trim() || null
}

// What the running `up` of a data directory says, or null when none runs (a file left by a kill counts as none).
export function readRunning(root: string): Running | null {
  const running = parseRunning(readText(toDataDir(root).running))
  return running !== null && isAlive(running.pid) ? running : null
}

// Tells the other commands that it runs, or no longer.
export function writeRunning(dir: DataDir, running: Running | null): void {
  if (running === null) rmSync(dir.running, { force: true })
  else writePrivate(dir.running, `${JSON.stringify(running)}\n`)
}

// True when a process of this id exists.
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function parseRunning(text: string | null): Running | null {
  try {
    const value = JSON.parse(text ?? 'null')
    return typeof value?.pid === 'number' && typeof value.control_plane_url === 'string' ? value : null
  } catch {
    return null
  }
}
