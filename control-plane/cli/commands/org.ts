import { join, resolve } from 'node:path'
import { systemClock } from '@vedette/proto/clock'
import type { Command } from 'commander'
import { loadControlPlaneConfig } from '../../src/config/index.ts'
import {
  addOrganisation,
  findOrganisation,
  loadOperator,
  operatorFile,
  saveOperator,
} from '../../src/identity/index.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import { CliError } from '../cli-error.ts'
import { type CliContext, print } from '../context.ts'
import { toTable } from '../output/table.ts'
import { toCredsFile } from '../up/creds-file.ts'
import { toDataDir, writePrivate } from '../up/data-dir.ts'

type Options = { config?: string; dataDir?: string; json?: boolean }

// `vedette org add|list`: organisations of the control plane whose files are on this machine.
export function addOrg(program: Command, { io }: CliContext): void {
  const org = program
    .command('org')
    .description('add and list organisations, where the control plane keeps its files')
  const withOptions = (command: Command) =>
    command
      .option('--config <file>', "the control plane's file (default: that of `vedette up`)")
      .option('--data-dir <folder>', 'data directory of `vedette up`')
      .option('--json', 'JSON, also on a terminal')
  const locate = (options: Options) =>
    resolve(options.config ?? toDataDir(options.dataDir ?? io.environment.data_dir).controlPlaneConfig)
  withOptions(
    org.command('add <name>').description('add an organisation with its account on the bus'),
  ).action(async (name: string, options: Options) => {
    const made = await runAdd(name, locate(options))
    print(io, made, { json: options.json, toText: toAddedText })
  })
  withOptions(org.command('list').description('list the organisations')).action(async (options: Options) => {
    const names = await withStore(locate(options), (store) => store.organisations.list())
    const toText = () =>
      toTable(
        ['ORGANISATION'],
        names.map((name) => [name]),
      )
    print(io, { organisations: names }, { json: options.json, toText })
  })
}

type Added = Readonly<{ organisation: string; token: string; lobby_creds_file: string }>

async function runAdd(name: string, config: string): Promise<Added> {
  const { data_dir } = loadControlPlaneConfig(config)
  const file = operatorFile(data_dir)
  const operator = await loadOperator(file)
  if (operator === null)
    throw new CliError(
      'failure',
      `there is no operator in ${data_dir}`,
      'make one with `vedette control-plane init`',
    )
  return withStore(config, async (store) => {
    await store.organisations.create(name)
    const next = await addOrganisation(operator, name)
    // Keys that were made elsewhere stay as they are, also where the file may not be written.
    if (next !== operator) await saveOperator(file, next)
    const creds = join(data_dir, `lobby-${name}.creds`)
    writePrivate(creds, toCredsFile(findOrganisation(next, name).lobby))
    const facts = { organisation: name, name: 'first admin', mode: 'cautious', role: 'admin' } as const
    const { secret } = await store.tokens.create(facts)
    return { organisation: name, token: secret, lobby_creds_file: creds }
  })
}

// Opens the store that a control plane's file names, for as long as `use` takes.
export async function withStore<T>(config: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await createStore({ url: loadControlPlaneConfig(config).store, clock: systemClock })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

function toAddedText({ organisation, token, lobby_creds_file }: Added): string {
  return [
    `${organisation} is added; a control plane that runs takes it in within a few ticks.\n`,
    `  admin token       ${token} (shown this once)\n`,
    `  lobby credential  ${lobby_creds_file}\n`,
  ].join('')
}
