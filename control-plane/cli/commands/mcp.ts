import type { Command } from 'commander'
import { type ConnectionOptions, findConnection } from '../connection.ts'
import type { CliContext } from '../context.ts'

// `vedette mcp`: the MCP endpoint on standard input and output, for clients that start a program.
export function addMcp(program: Command, { io }: CliContext): void {
  program
    .command('mcp')
    .description('speak MCP on standard input and output, for clients that start a program')
    .option('--url <url>', 'control plane (default: VEDETTE_URL, else the one that `vedette up` runs)')
    .option('--token <token>', 'API token (default: VEDETTE_TOKEN, else that of the data directory)')
    .option('--data-dir <folder>', 'data directory of `vedette up`')
    .action(async (options: ConnectionOptions) => {
      const connection = findConnection(io, options)
      // The protocol's libraries are loaded by this command alone.
      const { runBridge } = await import('../bridge/index.ts')
      await runBridge({
        connection,
        input: process.stdin,
        output: process.stdout,
        warn: (text) => io.writeError(`vedette: ${text}\n`),
        signal: io.signal,
      })
    })
}
