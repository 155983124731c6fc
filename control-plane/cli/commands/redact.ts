import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { AGENT_ENTRY, NODE_ARGS } from '../up/parts.ts'

// The agent's redactor as a process: started, never imported.
export const REDACTOR_ENTRY = join(AGENT_ENTRY, '..', '..', 'redactor', 'pipe.ts')

type RedactOptions = Readonly<{ explain?: boolean; json?: boolean }>

// `vedette redact`: standard input through the agent's own redactor to standard output.
export function addRedact(program: Command, { io }: CliContext): void {
  program
    .command('redact')
    .description("pass standard input through the agent's redactor, line by line")
    .option('--json', 'the whole input is one JSON value')
    .option('--explain', 'tell kind and rule of each finding on standard error, never its value')
    .action(async ({ json, explain }: RedactOptions) => {
      const flags = [...(json ? ['--json'] : []), ...(explain ? ['--explain'] : [])]
      const child = spawn(process.execPath, [...NODE_ARGS, REDACTOR_ENTRY, ...flags], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
        // It needs nothing of this environment.
        env: {},
      })
      io.signal.addEventListener('abort', () => child.kill('SIGTERM'))
      const { promise, resolve } = Promise.withResolvers<number | null>()
      child.once('error', () => resolve(null))
      child.once('exit', resolve)
      const code = await promise
      if (code === 0 || io.signal.aborted) return
      throw new CliError(
        code === 2 ? 'usage' : 'failure',
        code === 2
          ? 'the input cannot be read as asked'
          : 'not everything could be redacted; the rest was not written',
      )
    })
}
