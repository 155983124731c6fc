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
  return {
    failure,
    start(options) {
      if (isStopping) throw new CliError('failure', 'it is stopping')
      const part = startPart(options, clock)
      parts.set(part.name, part)
      guard()
      void part.ended.then(() => {
        if (parts.get(part.name) === part) reject(toEndError(part))
      })
      return part
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

function toEndError({ name, log }: Part): CliError {
  const lines = readLastLines(log, LINES_SHOWN).map((line) => `\n  ${line}`)
  return new CliError('failure', `the ${name} has ended; the end of ${log}:${lines.join('')}`)
}
