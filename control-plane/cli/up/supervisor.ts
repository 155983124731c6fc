import type { Clock } from '@vedette/proto/clock'
import { CliError } from '../cli-error.ts'
import { readLastLines } from './log-file.ts'
import { type Part, type PartOptions, startPart } from './part.ts'
import { startWatchdog } from './watchdog.ts'

const LINES_SHOWN = 5

// Holds the parts of one `up` together: when one ends by itself, `failure` rejects with what a person should read.
export type Supervisor = Readonly<{
  // Starts a part; from then on its end is a failure.
  start(options: PartOptions): Part
  // The same, but its end before `ready` resolves is no failure: false then. Rejects as `ready` does.
  tryStart(options: PartOptions, ready: Promise<void>): Promise<boolean>
  // Ends a part on purpose.
  end(name: string): Promise<void>
  failure: Promise<never>
  // Ends all parts, the last started first; nothing can be started afterwards.
  stop(): Promise<void>
}>

// Starts with a watchdog that kills all parts should this process be killed.
export function createSupervisor(clock: Clock): Supervisor {
  const parts = new Map<string, Part>()
  const watchdog = startWatchdog()
  const { promise: failure, reject } = Promise.withResolvers<never>()
  failure.catch(() => {})
  let isStopping = false
  const guard = () => watchdog.guard([...parts.values()].map(({ pid }) => pid).filter((pid) => pid > 0))
  void watchdog.ended.then(() => {
    if (!isStopping) reject(new CliError('failure', 'the watchdog of this `up` was killed'))
  })
  const launch = (options: PartOptions): Part => {
    if (isStopping) throw new CliError('failure', 'it is stopping')
    const part = startPart(options, clock)
    parts.set(part.name, part)
    guard()
    return part
  }
  const watch = (part: Part) => {
    void part.ended.then(() => {
      if (parts.get(part.name) === part) reject(toEndError(part))
    })
  }
  return {
    failure,
    start(options) {
      const part = launch(options)
      watch(part)
      return part
    },
    async tryStart(options, ready) {
      const part = launch(options)
      const isReady = await Promise.race([ready.then(() => true), part.ended.then(() => false)])
      if (isReady) watch(part)
      else parts.delete(part.name)
      return isReady
    },
    async end(name) {
      const part = parts.get(name)
      parts.delete(name)
      await part?.stop()
      guard()
    },
    async stop() {
      isStopping = true
      const all = [...parts.values()].reverse()
      parts.clear()
      for (const part of all) await part.stop()
      await watchdog.stop()
    },
  }
}

// What a person reads when a part has ended that should run.
export function toEndError({ name, log }: Pick<Part, 'name' | 'log'>): CliError {
  const lines = readLastLines(log, LINES_SHOWN).map((line) => `\n  ${line}`)
  return new CliError('failure', `the ${name} has ended; the end of ${log}:${lines.join('')}`)
}
