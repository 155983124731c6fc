import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import type { Clock } from '@vedette/proto/clock'
import { openLog } from './log-file.ts'

const STOP_MS = 5_000

export type PartOptions = Readonly<{
  name: string
  file: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  cwd: string
  log: string
  // Gives the part a channel; `onMessage` hears what it says there.
  onMessage?(message: unknown): void
}>

export type PartEnd = Readonly<{ code: number | null; signal: NodeJS.Signals | null }>

// One running part of `up`. It leads a process group of its own, so that a terminal's Ctrl-C reaches `up` alone.
export type Part = Readonly<{
  name: string
  pid: number
  log: string
  ended: Promise<PartEnd>
  // Asks it to end, kills its whole group after 5 s, and resolves when it is gone.
  stop(): Promise<void>
}>

// Starts a part with its output in its log. A file that cannot be started ends at once with code 127.
export function startPart(options: PartOptions, clock: Clock): Part {
  const { name, file, args, env, cwd, log, onMessage } = options
  const output = openLog(log)
  const channel = onMessage === undefined ? [] : (['ipc'] as const)
  const child = spawn(file, args, { env, cwd, detached: true, stdio: ['ignore', output, output, ...channel] })
  closeSync(output)
  if (onMessage !== undefined) child.on('message', onMessage)
  const ended = new Promise<PartEnd>((resolve) => {
    child.once('error', () => resolve({ code: 127, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  return { name, pid: child.pid ?? 0, log, ended, stop: () => stopPart({ child, ended, clock }) }
}

async function stopPart(running: {
  child: ChildProcess
  ended: Promise<PartEnd>
  clock: Clock
}): Promise<void> {
  const { child, ended, clock } = running
  if (child.pid === undefined) return
  child.kill('SIGTERM')
  const cancel = clock.after(STOP_MS, () => killGroup(child.pid))
  await ended
  cancel()
  killGroup(child.pid)
}

// What the part left behind goes too.
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
