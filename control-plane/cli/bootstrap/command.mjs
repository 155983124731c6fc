import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { constants as osConstants } from 'node:os'
import { delimiter, join } from 'node:path'
import { SetupError, say } from './log.mjs'

// Debian keeps servers in sbin, which an ordinary user's PATH lacks.
const EXTRA_DIRECTORIES = ['/usr/local/bin', '/usr/local/sbin', '/usr/sbin', '/usr/bin', '/opt/homebrew/bin']
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PARENT_CHECK_MS = 500
const STILL_RUNNING_MS = 15_000
const KEPT_OUTPUT = 6_000

/** The full path of an executable on PATH or in the usual system folders, else undefined. */
export function findExecutable(name) {
  const directories = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...directories, ...EXTRA_DIRECTORIES].map((directory) => join(directory, name)).find(isExecutable)
}

/** True when the path is a file that this user may run. */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Runs one set-up command quietly, with a sign of life every 15 s on standard error. Its output is shown only
 * when it fails; then throws SetupError, unless `mayFail`. Resolves to true on success.
 */
export function runQuietly({ label, file, args, env = process.env, cwd, mayFail = false }) {
  const started = Date.now()
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk) => {
    output = (output + chunk).slice(-KEPT_OUTPUT)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const life = setInterval(
    () => say(`still ${label} (${Math.round((Date.now() - started) / 1000)} s)`),
    STILL_RUNNING_MS,
  )
  const stop = (signal) => {
    child.kill(signal)
    process.exit(128 + osConstants.signals[signal])
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  return new Promise((resolve, reject) => {
    const end = (problem) => {
      clearInterval(life)
      for (const signal of SIGNALS) process.off(signal, stop)
      if (problem === undefined) resolve(true)
      else if (mayFail) resolve(false)
      else reject(new SetupError(`${label} failed: ${problem}\n${output.trim()}`))
    }
    child.once('error', (error) => end(error.message))
    child.once('close', (code, signal) => end(code === 0 ? undefined : `it ended with ${signal ?? code}`))
  })
}

/**
 * Runs a command in the foreground with our own standard streams and passes SIGINT, SIGTERM and SIGHUP on.
 * Resolves to its exit code (128 + n when it died of signal n). The child can see this process die: it has an
 * IPC channel that then disconnects. A terminal's Ctrl-C reaches the child twice, so a repeated signal must
 * mean the same as one.
 */
export function runForeground({ file, args, env, cwd }) {
  const child = spawn(file, args, { cwd, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  const forward = (signal) => child.kill(signal)
  for (const signal of SIGNALS) process.on(signal, forward)
  const unwatch = watchNpm(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      unwatch()
      for (const name of SIGNALS) process.off(name, forward)
      resolve(code ?? 128 + (osConstants.signals[signal] ?? 0))
    })
  })
}

// npm may be killed without a word to what it runs: then our parent changes, and nothing must be left running.
function watchNpm(onGone) {
  const parent = process.ppid
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const timer = setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, PARENT_CHECK_MS)
  timer.unref()
  return () => clearInterval(timer)
}
