import { type Command, InvalidArgumentError } from 'commander'
import type { FleetPage } from '../../src/http/api-types.ts'
import type { RegistrationDiff } from '../../src/identity/index.ts'
import { CliError } from '../cli-error.ts'
import { createApiClient } from '../client.ts'
import { connect, findConnection } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toFleetText } from '../output/fleet.ts'
import { toRegistrationText } from '../output/registration.ts'
import { readClusters } from './clusters-file.ts'

type WaitOptions = ApiOptions & { expect: number; timeout: number }

// `vedette fleet`: agents and connectors as the control plane sees them; `fleet wait` until enough are connected.
export function addFleet(program: Command, { io }: CliContext): void {
  const fleet = program.command('fleet').description('show agents and connectors with their health')
  addApiOptions(fleet).action(async (options: ApiOptions) => {
    const page = await connect(io, options).get<FleetPage>('/api/v1/fleet')
    print(io, page, { json: options.json, toText: toFleetText })
  })
  addRegister(fleet, io)
  addApiOptions(fleet.command('wait').description('wait until enough agents are connected'))
    .requiredOption('--expect <count>', 'connected agents to wait for', parseCount)
    .option('--timeout <seconds>', 'give up after this long', parseCount, 120)
    .action(async (_: WaitOptions, command: Command) => {
      // `--json` and the like belong to both; a parent takes what it knows first.
      const options = command.optsWithGlobals<WaitOptions>()
      const page = await waitForAgents(options, { io })
      print(io, page, { json: options.json, toText: toFleetText })
    })
}

function addRegister(fleet: Command, io: CliContext['io']): void {
  addApiOptions(fleet.command('register <file>').description('register clusters ahead from one YAML file'))
    .option('--prune', 'remove clusters that the file does not name, with their keys', false)
    .option('--dry-run', 'only show what would change', false)
    .action(async (file: string, _: unknown, command: Command) => {
      const options = command.optsWithGlobals<ApiOptions & { prune: boolean; dryRun: boolean }>()
      const body = { clusters: readClusters(file), prune: options.prune, dry_run: options.dryRun }
      const diff = await connect(io, options).send<RegistrationDiff>('POST', '/api/v1/clusters', body)
      print(io, diff, { json: options.json, toText: toRegistrationText })
    })
}

async function waitForAgents(options: WaitOptions, { io }: Pick<CliContext, 'io'>): Promise<FleetPage> {
  const stop = new AbortController()
  const cancel = io.clock.after(options.timeout * 1_000, () => stop.abort())
  let seen: FleetPage | undefined
  const isEnough = () => countConnected(seen) >= options.expect
  try {
    const api = createApiClient(findConnection(io, options), AbortSignal.any([io.signal, stop.signal]))
    await api.listen('/api/v1/fleet/events', (event, data) => {
      if (event !== 'fleet') return
      seen = data as FleetPage // the API's type is shared with the server
      if (isEnough()) stop.abort()
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    cancel()
  }
  io.signal.throwIfAborted()
  if (seen !== undefined && isEnough()) return seen
  throw new CliError(
    stop.signal.aborted ? 'timed_out' : 'unreachable',
    `${countConnected(seen)} of ${options.expect} agents are connected${toMissingText(seen, options.expect)}`,
    'ask `vedette doctor` why the others are missing',
  )
}

// Who is known and not connected, by name; what nobody registered has none.
function toMissingText(page: FleetPage | undefined, expected: number): string {
  if (page === undefined) return '; the fleet was not heard'
  const away = page.agents.filter((agent) => agent.status !== 'connected')
  const names = away.map(({ name, status, last_seen }) => {
    const why = last_seen > 0 ? status : 'registered, never seen'
    return `${name} (${why})`
  })
  const unnamed = Math.max(0, expected - page.agents.length)
  const rest = unnamed === 0 ? [] : [`${unnamed} that nobody registered or enrolled`]
  return `; missing: ${[...names, ...rest].join(', ')}`
}

function countConnected(page: FleetPage | undefined): number {
  return page?.agents.filter((agent) => agent.status === 'connected').length ?? 0
}

function parseCount(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('it must be a whole number above 0')
  return value
}
