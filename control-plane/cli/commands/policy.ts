import type { Command } from 'commander'
import type {
  PolicyApplied,
  PolicyDraft,
  PolicyHistory,
  PolicyOverview,
  PolicyTestResult,
} from '../../src/http/api-types.ts'
import { CliError } from '../cli-error.ts'
import type { ApiClient } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toHistoryText, toOverviewText, toRulesDiff, toTestText } from '../output/policy.ts'
import { toPlain } from '../output/table.ts'
import { readPolicyFile } from '../policy/read-file.ts'
import { untilEnforced } from '../policy/wait.ts'

type DraftOptions = ApiOptions & Readonly<{ discard?: boolean }>
type ApplyOptions = ApiOptions &
  Readonly<{ note?: string; yes?: boolean; fromVersion?: string; timeout: string }>

const HELP = `
FILE is YAML or JSON:
  rules:
    - db.*                                            # an operation or a family, everywhere
    - { deny: k8s.configmaps.get, namespace: payments } # only there; also connector, cluster, account
  assertions:                                         # must hold before it is applied
    - { operation: k8s.configmaps.get, namespace: payments, expect: denied }
    - { operation: k8s.pods.list, expect: allowed }

The list adds to the one of each agent's own values and can never loosen it. From drafting to enforcing:
  vedette policy draft FILE && vedette policy diff && vedette policy apply
`

// `vedette policy show|draft|test|diff|apply|history`: the denylist that the control plane sends to every agent.
export function addPolicy(program: Command, { io, finish }: CliContext): void {
  const policy = program
    .command('policy')
    .description(
      'the denylist of the fleet: compose it, see what it would take away, apply it, see who enforces it',
    )
    .addHelpText('after', HELP)
  addApiOptions(
    policy.command('show').description('the applied list beside the draft, and how far each agent is'),
  ).action(async (options: ApiOptions) => {
    const page = await connect(io, options).get<PolicyOverview>('/api/v1/policy')
    print(io, page, { json: options.json, toText: toOverviewText })
  })
  addApiOptions(
    policy
      .command('draft [file]')
      .description('make FILE the draft, in place of the one that is there (admin)'),
  )
    .option('--discard', 'drop the draft instead')
    .addHelpText('after', HELP)
    .action(async (file: string | undefined, options: DraftOptions) => {
      const api = connect(io, options)
      const { draft } = await api.get<PolicyOverview>('/api/v1/policy')
      if (options.discard === true) {
        if (draft === null) throw new CliError('usage', 'there is no draft')
        await api.send('DELETE', `/api/v1/policy/draft/${encodeURIComponent(draft.revision)}`)
        print(io, { discarded: true }, { json: options.json, toText: () => 'the draft is gone\n' })
        return
      }
      if (file === undefined)
        throw new CliError('usage', 'name the file of the draft', 'vedette policy draft FILE')
      const text = await readPolicyFile(file)
      const made = await api.send<PolicyDraft>('POST', '/api/v1/policy/draft', {
        ...text,
        revision: draft?.revision ?? null,
      })
      const tested = await test(api, made)
      print(io, { draft: made, test: tested }, { json: options.json, toText: () => toTestText(tested) })
    })
  addApiOptions(
    policy
      .command('test [file]')
      .description('check FILE, or the draft: unknown ids, assertions, what would disappear'),
  )
    .addHelpText('after', `${HELP}\nExits with 1 when an assertion does not hold. Nothing is kept.\n`)
    .action(async (file: string | undefined, options: ApiOptions) => {
      const api = connect(io, options)
      const text = file === undefined ? await readDraft(api) : await readPolicyFile(file)
      const tested = await test(api, text)
      print(io, tested, { json: options.json, toText: toTestText })
      if (tested.failed.length > 0) finish('failure')
    })
  addApiOptions(
    policy.command('diff').description('the draft against the applied list, and what it would change'),
  ).action(async (options: ApiOptions) => {
    const api = connect(io, options)
    const { applied } = await api.get<PolicyOverview>('/api/v1/policy')
    const tested = await test(api, await readDraft(api))
    const rules = toRulesDiff(applied?.rules ?? [], tested.rules)
    print(
      io,
      { rules, test: tested },
      {
        json: options.json,
        toText: () =>
          `${rules.map(({ sign, text }) => `${sign} ${toPlain(text)}\n`).join('')}\n${toTestText(tested)}`,
      },
    )
    if (tested.failed.length > 0) finish('failure')
  })
  addApiOptions(
    policy
      .command('apply')
      .description('apply the draft as a new version and wait until it is enforced (admin)'),
  )
    .option('--note <text>', 'why, kept in the history')
    .option('--from-version <number>', 'apply the rules of an earlier version again instead of the draft')
    .option('--timeout <seconds>', 'how long to wait for connected agents; 0: not at all', '30')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExits with 1 when an agent FAILED, with 6 when one is still APPLYING. Agents that are away get it when they come.\n',
    )
    .action(async (options: ApplyOptions) => {
      const api = connect(io, options)
      const seconds = toWhole(options.timeout, '--timeout')
      const applied = await apply(api, options)
      io.writeError(`version ${applied.version} is applied\n`)
      const end = seconds === 0 ? null : await untilEnforced(api, io, { version: applied.version, seconds })
      print(
        io,
        { applied, agents: end?.agents ?? [] },
        {
          json: options.json,
          toText: () => (end === null ? '' : toOverviewText(end.page)),
        },
      )
      const away = (end?.agents ?? []).filter(({ status }) => status === 'APPLYING').length
      if (away > 0) io.writeError(`${away} agents do not say yet that they enforce it\n`)
      if (end !== null && end.word !== 'ok') finish(end.word)
    })
  addApiOptions(policy.command('history').description('every version that was applied, newest first')).action(
    async (options: ApiOptions) => {
      const history = await connect(io, options).get<PolicyHistory>('/api/v1/policy/history')
      print(io, history, { json: options.json, toText: toHistoryText })
    },
  )

  async function apply(api: ApiClient, options: ApplyOptions): Promise<PolicyApplied> {
    const note = options.note ?? ''
    if (options.fromVersion !== undefined) {
      const version = toWhole(options.fromVersion, '--from-version')
      const { versions } = await api.get<PolicyHistory>('/api/v1/policy/history')
      const old = versions.find((one) => one.version === version)
      if (old === undefined) throw new CliError('usage', `no version ${version} was applied`)
      await confirm(await test(api, old), options)
      return api.send('POST', '/api/v1/policy/rollback', { version, note })
    }
    const draft = await readDraft(api)
    await confirm(await test(api, draft), options)
    return api.send('POST', '/api/v1/policy/apply', { revision: draft.revision, note })
  }

  async function confirm(tested: PolicyTestResult, { yes }: ApplyOptions): Promise<void> {
    if (yes === true) return
    io.writeError(toTestText(tested))
    const answer = await io.ask('Apply it? [y/N] ')
    if (answer === null) throw new CliError('usage', 'nobody can be asked here', 'repeat it with --yes')
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('failure', 'nothing was applied')
  }
}

function test(
  api: ApiClient,
  { rules, assertions }: Readonly<{ rules: unknown; assertions: unknown }>,
): Promise<PolicyTestResult> {
  return api.send('POST', '/api/v1/policy/test', { rules, assertions })
}

async function readDraft(api: ApiClient): Promise<PolicyDraft> {
  const { draft } = await api.get<PolicyOverview>('/api/v1/policy')
  if (draft !== null) return draft
  throw new CliError('usage', 'there is no draft', 'make one with `vedette policy draft FILE`')
}

function toWhole(text: string, option: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 0) return value
  throw new CliError('usage', `${option} must be a whole number`)
}
