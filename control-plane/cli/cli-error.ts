import type { ExitName } from './exit-codes.ts'

// A failure meant for the person at the terminal: what is wrong, what to do, and how the process ends.
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exit: ExitName
  readonly fix: string | null

  constructor(exit: ExitName, message: string, fix: string | null = null) {
    super(message)
    this.exit = exit
    this.fix = fix
  }
}
