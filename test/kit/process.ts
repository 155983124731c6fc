import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** How to tell that a process is ready: its output matches, a URL answers 200, or a check gives true. */
export type Ready =
  | { readonly output: RegExp }
  | { readonly url: string }
  | (() => boolean | Promise<boolean>)

/** What to start and how long it may take (15 s to get ready, 5 s to stop, unless told). */
export type StartOptions = {
  readonly name: string
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly cwd?: string
  readonly ready?: Ready
  readonly readyMs?: number
  readonly stopSignal?: NodeJS.Signals
  readonly stopMs?: number
}

/** A started process. `output` gives all of both streams so far; `stop` waits for its end. */
export type StartedProcess = {
  readonly pid: number
  readonly stdout: () => string
  readonly output: () => string
  readonly write: (text: string) => void
  readonly send: (signal: NodeJS.Signals) => void
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

const running = new Set<ChildProcess>()
let isGuarded = false

/**
 * Starts a process and resolves once it is ready; rejects with its output when it ends before that or is too
 * slow. It is stopped when the test ends (its signal first, SIGKILL after `stopMs`), at the latest with us.
 */
export async function startProcess(cleanup: Cleanup, options: StartOptions): Promise<StartedProcess> {
  guardExit()
  const { name, file, args = [], env = process.env, cwd, stopSignal = 'SIGTERM', stopMs = 5_000 } = options
  const child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  let stdout = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    output += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  child.stdin.on('error', () => {})
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve({ code: null, signal: null })
    })
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const closed = exited.then(() => running.delete(child))
  const stop = async (signal: NodeJS.Signals = stopSignal) => {
    // A stopped process (SIGSTOP) acts on its signal only once it goes on.
    child.kill(signal)
    child.kill('SIGCONT')
    const slow = new AbortController()
    const kill = wait(stopMs, undefined, { signal: slow.signal, ref: false }).then(
      () => child.kill('SIGKILL'),
      () => false,
    )
    await closed
    slow.abort()
    await kill
  }
  registerUndo(cleanup, () => stop())
  const started: StartedProcess = {
    pid: child.pid ?? -1,
    stdout: () => stdout,
    output: () => output,
    write: (text) => void child.stdin.write(text),
    send: (signal) => void child.kill(signal),
    exited,
    stop,
  }
  await waitUntilReady(started, { name, ready: options.ready, readyMs: options.readyMs ?? 15_000 })
  return started
}

type ReadyWait = { name: string; ready: Ready | undefined; readyMs: number }

async function waitUntilReady(started: StartedProcess, { name, ready, readyMs }: ReadyWait): Promise<void> {
  if (ready === undefined) return
  let hasEnded = false
  void started.exited.then(() => {
    hasEnded = true
  })
  const end = performance.now() + readyMs
  for (;;) {
    const isUp = await isReady(started, ready)
    if (hasEnded) throw new Error(`${name} ended before it was ready:\n${started.output()}`)
    if (isUp) return
    if (performance.now() > end) {
      await started.stop('SIGKILL')
      throw new Error(`${name} was not ready within ${readyMs} ms:\n${started.output()}`)
    }
    await wait(20)
  }
}

async function isReady(started: StartedProcess, ready: Ready): Promise<boolean> {
  if (typeof ready === 'function') return ready()
  if ('output' in ready) return ready.output.test(started.output())
  try {
    const response = await fetch(ready.url, { signal: AbortSignal.timeout(1_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

// A test file that is ended from outside would else leave its servers behind.
function guardExit(): void {
  if (isGuarded) return
  isGuarded = true
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
}

/** Waits until a process that is not ours has ended; false when it still runs after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs = 10_000): Promise<boolean> {
  const end = performance.now() + timeoutMs
  while (isAlive(pid)) {
    if (performance.now() > end) return false
    await wait(20)
  }
  return true
}

/** True while a process with this id runs; one that has ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which stands in brackets and may itself hold any character.
    return / \S/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')?.[0] === ' Z'
  } catch {
    return false
  }
}
