import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import type { CliContext } from '../context.ts'
import { checkAgentFile } from '../up/agent-check.ts'
import { type ConnectorEntry, putConnector } from '../up/agent-file.ts'
import { readRunning, readText, toDataDir, writePrivate } from '../up/data-dir.ts'

type Options = { url: string; alertmanager?: string; instance?: string; dataDir?: string; yes?: boolean }

// `vedette connect KIND`: adds a connector to the local agent's file, after a yes. A running `up` takes it in at once.
export function addConnect(program: Command, context: CliContext): void {
  const connect = program.command('connect').description('let the local agent read one more system')
  connect
    .command('prometheus')
    .description('a Prometheus or what speaks its API, with its Alertmanager')
    .requiredOption('--url <url>', 'its base URL, such as http://127.0.0.1:9090')
    .option('--alertmanager <url>', 'the Alertmanager that it notifies')
    .option('--instance <name>', 'name of this one, where there are several')
    .option('--data-dir <folder>', 'data directory of `vedette up`')
    .option('--yes', 'do not ask')
    .action((options: Options) => runConnect(toPrometheus(options), options, context))
}

function toPrometheus({ url, alertmanager, instance }: Options): ConnectorEntry {
  return {
    connector: 'prometheus',
    ...(instance === undefined ? {} : { instance }),
    config: { url, ...(alertmanager === undefined ? {} : { alertmanager: { url: alertmanager } }) },
  }
}

async function runConnect(entry: ConnectorEntry, options: Options, { io }: CliContext): Promise<void> {
  const root = resolve(options.dataDir ?? io.environment.data_dir)
  const { agentConfig } = toDataDir(root)
  const before = readText(agentConfig)
  if (before === null)
    throw new CliError('failure', `there is no agent in ${root}`, 'start `vedette up` once')
  const after = putConnector(before, entry)
  const name = entry.instance ?? entry.connector
  if (options.yes !== true) {
    const answer = await io.ask(
      `Let the agent read ${entry.connector} at ${String(entry.config.url)} as ${name}? [y/N] `,
    )
    if (answer === null) throw new CliError('usage', 'nobody can be asked here', 'add --yes')
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('failure', 'nothing was changed')
  }
  await writeChecked(agentConfig, after)
  const isRunning = readRunning(root) !== null
  io.writeError(
    `${name} is in ${agentConfig}; ${isRunning ? 'the running agent takes it in now' : 'the next `vedette up` uses it'}\n`,
  )
}

// The file is replaced only by one that the agent accepts.
async function writeChecked(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  try {
    writePrivate(draft, text)
    const problem = await checkAgentFile(draft)
    if (problem !== null) throw new CliError('usage', problem, 'nothing was changed')
  } finally {
    rmSync(draft, { force: true })
  }
  writePrivate(file, text)
}
