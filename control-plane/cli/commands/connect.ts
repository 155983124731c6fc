import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ConnectorDescription } from '@vedette/proto/connector'
import { nearest } from '@vedette/proto/scope'
import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { createApiClient } from '../client.ts'
import { nameCommands } from '../command-name.ts'
import { describeConnectors } from '../connect/describe.ts'
import { type Draft, toDraft, toEntryText } from '../connect/entry.ts'
import { followHealth } from '../connect/follow-health.ts'
import { type ConnectOptions, parseConnectOptions } from '../connect/parse-options.ts'
import type { Setting } from '../connect/settings.ts'
import type { CliContext } from '../context.ts'
import type { Io } from '../io.ts'
import { toPlain, toTable } from '../output/table.ts'
import { checkAgentFile } from '../up/agent-check.ts'
import { type ConnectorEntry, listConnectors, putConnector } from '../up/agent-file.ts'
import { readRunning, readText, readToken, toDataDir, writePrivate } from '../up/data-dir.ts'

// `vedette connect CONNECTOR`: adds a connector to the local agent's file, after a yes. A running `up` takes it in at
// once. Which connectors there are, and their options, is told by the agent of this installation.
export function addConnect(program: Command, { io }: CliContext): void {
  program
    .command('connect')
    .description('let the local agent read one more system; `connect --help` lists what it can be')
    .usage('<connector> [its options]')
    .argument('[words...]')
    // Everything after `connect` is the connector's, --help included.
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async (_: unknown, __: unknown, { args }: Command) => {
      const connectors = await describeConnectors()
      const [id, ...rest] = args
      if (id === undefined || id === '--help' || id === '-h')
        return io.write(nameCommands(toList(connectors), io.environment.command))
      const connector = connectors.find((one) => one.id === id)
      if (connector === undefined) throw toUnknown(id, connectors)
      await runConnect(connector, parseConnectOptions(connector, rest, io), io)
    })
}

function toList(connectors: readonly ConnectorDescription[]): string {
  const table = toTable(
    ['CONNECTOR', 'READS'],
    connectors.map(({ id, title }) => [id, title]),
  )
  return `Usage: vedette connect <connector> [its options]\n\n${table}\nThe options of one: \`vedette connect <connector> --help\`.\n`
}

function toUnknown(id: string, connectors: readonly ConnectorDescription[]): CliError {
  const ids = connectors.map((one) => one.id)
  if (id.startsWith('-'))
    return new CliError('usage', 'name the connector first', `it is one of ${ids.join(', ')}`)
  const [near = ''] = nearest(id, ids)
  return new CliError(
    'usage',
    `there is no connector ${toPlain(id)} in this version`,
    `did you mean ${near}? There are ${ids.join(', ')}`,
  )
}

async function runConnect(connector: ConnectorDescription, options: ConnectOptions, io: Io): Promise<void> {
  const root = resolve(options.dataDir ?? io.environment.data_dir)
  const { agentConfig } = toDataDir(root)
  const before = readText(agentConfig)
  if (before === null)
    throw new CliError('failure', `there is no agent in ${root}`, 'start `vedette up` once')
  const draft = toDraft(connector, options, io.environment.home)
  const after = putConnector(before, draft.entry)
  await check(agentConfig, after, { connector, draft, settings: options.settings })
  const name = draft.entry.instance ?? connector.id
  const old = listConnectors(before).find((one) => (one.instance ?? one.connector) === name)
  io.writeError(toDraftText(draft, old ?? null, agentConfig))
  if (!options.yes) await confirm(`Let the agent read ${connector.title} as ${name}? [y/N] `, io)
  const since = io.clock.now()
  writePrivate(agentConfig, after)
  const running = readRunning(root)
  if (running === null) return io.writeError(`${name} is added; the next \`vedette up\` uses it\n`)
  io.writeError(`${name} is added; the running agent takes it in now\n`)
  // Always the control plane of this data directory, whatever the environment names.
  const own = { url: running.control_plane_url, token: readToken(root) ?? '' }
  const lines = await followHealth(
    createApiClient(own, io.signal),
    { name, connector: connector.id, since },
    io,
  )
  if (lines !== null) return io.writeError(lines.map((line) => `${line}\n`).join(''))
  io.writeError(`${name} was not heard of yet: ask \`vedette doctor\`\n`)
}

function toDraftText({ entry, notes }: Draft, old: ConnectorEntry | null, file: string): string {
  return [
    `To be written to ${file}:\n\n${toEntryText(entry)}\n`,
    old === null ? '' : `It takes the place of:\n\n${toEntryText(old)}\n`,
    ...notes.map((note) => `Note: ${toPlain(note)}.\n`),
  ].join('')
}

async function confirm(question: string, io: Io): Promise<void> {
  const answer = await io.ask(question)
  if (answer === null)
    throw new CliError('usage', 'nobody can be asked here', 'add --yes; nothing was changed')
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('failure', 'nothing was changed')
}

type Checked = Readonly<{ connector: ConnectorDescription; draft: Draft; settings: readonly Setting[] }>

// The file is only ever replaced by one that the agent accepts.
async function check(file: string, text: string, checked: Checked): Promise<void> {
  const draft = `${file}.draft`
  try {
    writePrivate(draft, text)
    const problem = await checkAgentFile(draft)
    if (problem === null) return
    const fix = `\`vedette connect ${checked.connector.id} --help\` tells its settings; nothing was changed`
    throw new CliError('usage', toProblem(problem, text, checked), fix)
  } finally {
    rmSync(draft, { force: true })
  }
}

// The agent's complaints with the options that would mend them, where they are about what was given.
function toProblem(problem: string, text: string, { draft, settings }: Checked): string {
  const name = draft.entry.instance ?? draft.entry.connector
  const at = listConnectors(text).findIndex((one) => (one.instance ?? one.connector) === name)
  const prefix = `connectors[${at}].config.`
  return problem
    .split('\n')
    .map((line) => {
      if (!line.startsWith(prefix)) return line
      const [path = '', ...rest] = line.slice(prefix.length).split(': ')
      const setting = settings.find((one) => one.name === path.replaceAll(/\[\d+\]/g, ''))
      return [setting === undefined ? path : `--${setting.flag}`, ...rest].join(': ')
    })
    .join('\n')
}
