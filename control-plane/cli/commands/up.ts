import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import type { CliContext } from '../context.ts'
import { DEFAULT_PORTS } from '../up/ports.ts'
import { runUp } from '../up/run-up.ts'

type Options = { dataDir?: string; port?: number; json?: boolean }

// `vedette up`: the whole product on this machine, on loopback, until Ctrl-C.
export function addUp(program: Command, { io }: CliContext): void {
  program
    .command('up')
    .description('run everything on this machine: broker, control plane and one agent')
    .option('--data-dir <folder>', 'where token, history and keys are kept')
    .option(
      '--port <port>',
      `HTTP port (default: the last one, else ${DEFAULT_PORTS.http}, else a free one)`,
      parsePort,
    )
    .option('--json', 'print one line of JSON when ready, and nothing else')
    .action(({ dataDir, port, json }: Options) =>
      runUp(
        { dataDir: resolve(dataDir ?? io.environment.data_dir), port: port ?? null, json: json === true },
        io,
      ),
    )
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new InvalidArgumentError('it must be a port from 1 to 65535')
  return port
}
