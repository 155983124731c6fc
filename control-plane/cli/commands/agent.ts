import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { AGENT_ENTRY, NODE_ARGS } from '../up/parts.ts'
import { addAgentSent } from './agent-sent.ts'

// `vedette agent run`: one agent in the foreground, as a service manager starts it.
export function addAgent(program: Command, context: CliContext): void {
  const { io } = context
  const agent = program.command('agent').description('run an agent, and read what it sent')
  addAgentSent(agent, context)
  agent
    .command('run')
    .description('run one agent in the foreground')
    .requiredOption('--config <file>', "the agent's file")
    .option('--check', 'only check the file')
    .action(async ({ config, check }: { config: string; check?: boolean }) => {
      const args = [...NODE_ARGS, AGENT_ENTRY, '--config', resolve(config), ...(check ? ['--check'] : [])]
      // It reads its secrets from the environment itself, so it gets all of this one.
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      io.signal.addEventListener('abort', () => child.kill('SIGTERM'))
      const { promise, resolve: end } = Promise.withResolvers<number | null>()
      child.once('error', () => end(null))
      child.once('exit', (code) => end(code))
      const code = await promise
      if (code !== 0 && !io.signal.aborted)
        throw new CliError('failure', `the agent ended with ${code ?? 'a signal'}`)
    })
}
