import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '@vedette/proto/clock'
import type { Command } from 'commander'
import { stringify } from 'yaml'
import {
  createOperator,
  findOrganisation,
  operatorFile,
  saveOperator,
  toNatsAccounts,
  toNatsConfig,
} from '../../src/identity/index.ts'
import { CliError } from '../cli-error.ts'
import { type CliContext, print } from '../context.ts'
import { toCredsFile } from '../up/creds-file.ts'
import { writePrivate } from '../up/data-dir.ts'
import { withStore } from './org.ts'

type InitOptions = { dir: string; organisation: string; natsUrl: string; json?: boolean }
type Made = Readonly<{
  config: string
  nats_config: string
  nats_accounts: string
  lobby_creds_file: string
  organisation: string
  token: string
}>

const NATS_PORT = 4222
// Where a server in a container keeps what it is told of accounts.
const CONTAINER_JWT_DIR = '/data/jwt'

// `vedette control-plane run|init`: for a set-up of one's own, beyond `vedette up`.
export function addControlPlane(program: Command, { io }: CliContext): void {
  const plane = program
    .command('control-plane')
    .description('run a control plane, or make the files of a new one')
  plane
    .command('run')
    .description('run a control plane in the foreground; its log goes to standard error')
    .requiredOption('--config <file>', "the control plane's file")
    .action(async ({ config }: { config: string }) => {
      const { runControlPlaneProcess } = await import('../../src/main/process.ts')
      const code = await runControlPlaneProcess(resolve(config), io.signal)
      if (code !== 0) throw new CliError('failure', `the control plane ended with ${code}`)
    })
  plane
    .command('init')
    .description('make operator, first organisation, NATS and control-plane configuration in a new folder')
    .requiredOption('--dir <folder>', 'folder for all of it; kept secret')
    .option('--organisation <name>', 'the first organisation', 'default')
    .option('--nats-url <url>', 'where the control plane will reach NATS', `nats://127.0.0.1:${NATS_PORT}`)
    .option('--json', 'JSON, also on a terminal')
    .action(async (options: InitOptions) => {
      print(io, await runInit(options), { json: options.json, toText: toMadeText })
    })
}

async function runInit({ dir, organisation, natsUrl }: InitOptions): Promise<Made> {
  const root = resolve(dir)
  if (existsSync(operatorFile(root)))
    throw new CliError(
      'failure',
      `${root} has an operator already`,
      'choose another folder; add to it with `vedette org add`',
    )
  mkdirSync(root, { recursive: true, mode: 0o700 })
  const config = join(root, 'control-plane.yaml')
  writePrivate(config, stringify({ data_dir: root, nats: { urls: [natsUrl] } }))
  return withStore(config, async (store) => {
    await store.organisations.create(organisation)
    const operator = await createOperator({ organisations: [organisation], now: systemClock.now() })
    const creds = join(root, `lobby-${organisation}.creds`)
    writePrivate(creds, toCredsFile(findOrganisation(operator, organisation).lobby))
    const port = Number(new URL(natsUrl).port) || NATS_PORT
    const natsConfig = join(root, 'nats.conf')
    writePrivate(natsConfig, toNatsConfig(operator, { port, resolver_dir: join(root, 'jwt') }))
    const natsAccounts = join(root, 'accounts.conf')
    writePrivate(natsAccounts, toNatsAccounts(operator, CONTAINER_JWT_DIR))
    const facts = { organisation, name: 'first admin', mode: 'cautious', role: 'admin' } as const
    const { secret } = await store.tokens.create(facts)
    await saveOperator(operatorFile(root), operator)
    return {
      config,
      nats_config: natsConfig,
      nats_accounts: natsAccounts,
      lobby_creds_file: creds,
      organisation,
      token: secret,
    }
  })
}

function toMadeText({ config, nats_config, lobby_creds_file, organisation, token }: Made): string {
  return [
    `nats-server -c ${nats_config}\n`,
    `vedette control-plane run --config ${config}\n`,
    `  organisation      ${organisation}\n`,
    `  admin token       ${token} (shown this once)\n`,
    `  lobby credential  ${lobby_creds_file}\n`,
  ].join('')
}
