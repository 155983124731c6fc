import type { Command } from 'commander'
import type { ConnectionOptions } from './connection.ts'
import type { ExitName } from './exit-codes.ts'
import type { Io } from './io.ts'

// What every command gets: the outside world, and how it says that the run ends otherwise than well.
export type CliContext = Readonly<{ io: Io; finish(exit: ExitName): void }>

export type ApiOptions = ConnectionOptions & Readonly<{ json?: boolean }>

// The options of every command that asks a control plane.
export function addApiOptions(command: Command): Command {
  return command
    .option('--url <url>', 'control plane (default: VEDETTE_URL, else the one that `vedette up` runs)')
    .option('--token <token>', 'API token (default: VEDETTE_TOKEN, else that of the data directory)')
    .option('--data-dir <folder>', 'data directory of `vedette up`')
    .option('--json', 'JSON, also on a terminal')
}

// Prints a value as JSON where no person reads, else what `toText` makes of it.
export function print<T>(
  io: Io,
  value: T,
  how: { json?: boolean | undefined; toText(value: T): string },
): void {
  io.write(how.json === true || !io.isTty ? `${JSON.stringify(value)}\n` : how.toText(value))
}
