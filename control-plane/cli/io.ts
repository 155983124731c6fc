import type { Clock } from '@vedette/proto/clock'
import type { CliEnvironment } from './config.ts'

// What a command may touch: tests pass their own.
export type Io = Readonly<{
  environment: CliEnvironment
  clock: Clock
  // Whether a person reads standard output; tables then, JSON otherwise.
  isTty: boolean
  write(text: string): void
  writeError(text: string): void
  // Asks a person; the answer without its newline. Null when nobody can be asked.
  ask(question: string): Promise<string | null>
  // Aborts on SIGINT, SIGTERM, SIGHUP, and when the launcher goes away.
  signal: AbortSignal
}>
