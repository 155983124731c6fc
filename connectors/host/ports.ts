import { spawn } from 'node:child_process'
import { statfs } from 'node:fs/promises'

export type FileSystemFacts = Readonly<{
  // Bytes in one of `blocks`.
  frsize: number
  blocks: number
  bfree: number
  bavail: number
}>

// A child process under way: its output as it comes, then how it ended.
export type Command = Readonly<{
  stdout: AsyncIterable<Buffer>
  // Exit code (null when killed) and the first 4 KiB of standard error; rejects when it cannot be started.
  ended: Promise<Readonly<{ code: number | null; stderr: string }>>
  kill(): void
}>

// `root` is where the host's root is mounted: a command that speaks to the system bus must reach the host's.
export type RunCall = Readonly<{ root: string; signal: AbortSignal }>

// What of the machine cannot be put into a folder: the rest is files below the root.
export type HostPorts = Readonly<{
  platform: NodeJS.Platform
  statfs(path: string): Promise<FileSystemFacts>
  run(file: string, args: readonly string[], call: RunCall): Command
}>

const STDERR_CHARS = 4096
const BUS = '/run/dbus/system_bus_socket'
// Nothing of the agent's own environment reaches a command.
const ENVIRONMENT = Object.freeze({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  SYSTEMD_COLORS: '0',
})

// The machine itself. Commands run without a shell and are killed when the signal aborts.
export const machine: HostPorts = Object.freeze({
  platform: process.platform,
  statfs,
  run(file: string, args: readonly string[], { root, signal }: RunCall): Command {
    const child = spawn(file, args, {
      env:
        root === '/' ? ENVIRONMENT : { ...ENVIRONMENT, DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${root}${BUS}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < STDERR_CHARS) stderr += chunk.toString().slice(0, STDERR_CHARS - stderr.length)
    })
    const ended = new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve({ code, stderr }))
    })
    ended.catch(() => {}) // whoever reads the output to its end also awaits this
    return { stdout: child.stdout, ended, kill: () => void child.kill('SIGKILL') }
  },
})
