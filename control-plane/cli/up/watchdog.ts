import { spawn } from 'node:child_process'
import { once } from 'node:events'

// Reads lines of process groups and, once its input ends, kills those of the last line.
const SCRIPT =
  'groups=; while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done'

// A tiny shell that outlives `up` for a moment: when `up` is killed without a chance to clean up, the pipe closes
// and the shell kills every group that was last told to it.
export type Watchdog = Readonly<{
  ended: Promise<unknown>
  // Replaces the list of process groups.
  guard(groups: readonly number[]): void
  // Lets it go without killing anything.
  stop(): Promise<void>
}>

// Starts the watchdog in a session of its own, where no terminal signal reaches it.
export function startWatchdog(): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit')
  return {
    ended,
    guard: (groups) => void child.stdin.write(`${groups.join(' ')}\n`),
    async stop() {
      child.stdin.end('\n')
      await ended
    },
  }
}
