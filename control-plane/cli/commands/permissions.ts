import type { Command } from 'commander'
import type { FleetPage } from '../../src/http/api-types.ts'
import { CliError } from '../cli-error.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { askPermissions } from '../policy/ask-permissions.ts'
import { readDenylist } from '../policy/read-file.ts'

type PermissionOptions = ApiOptions &
  Readonly<{
    connector: string
    localDenylist?: string
    fleet?: string | true
    namespace?: string[]
    write?: string[]
  }>

const HELP = `
Prints an IAM policy (aws), a ClusterRole (kubernetes; a Role for each --namespace), a script of grants (postgres), or one
permission a line. What is not printed cannot be used even by who takes over the agent. Examples:
  vedette permissions --connector aws --local-denylist agent.yaml > policy.json
  vedette permissions --connector kubernetes --namespace payments --namespace web | kubectl apply -f -
  vedette permissions --connector postgres --fleet web-1
Narrowed rules and operations whose permissions are not known are told on standard error.
`

// `vedette permissions`: the least permissions of one connector for what is not denied.
export function addPermissions(program: Command, { io }: CliContext): void {
  addApiOptions(
    program
      .command('permissions')
      .description('the least permissions of a connector, in the form of its vendor; works offline'),
  )
    .requiredOption('--connector <id>', 'whose permissions, such as aws or kubernetes')
    .option('--local-denylist <file>', "an agent's values, or a list: what it denies is left out")
    .option(
      '--fleet [agent]',
      'leave out what this agent, or the only one, reports that it enforces (asks the control plane)',
    )
    .option('--namespace <name...>', 'kubernetes: a Role in each of these instead of a ClusterRole')
    .option('--write <operation...>', "include writes that the agent's values switch on")
    .addHelpText('after', HELP)
    .action(async (options: PermissionOptions) => {
      const { connector, namespace = [], write = [] } = options
      const local = options.localDenylist === undefined ? [] : await readDenylist(options.localDenylist)
      const applied = options.fleet === undefined ? [] : await readEnforced(options, options.fleet)
      const answer = await askPermissions(
        { connector, local, applied: [...applied], namespaces: namespace, writes: write },
        io.signal,
      )
      const { narrowed, undeclared, writes } = answer
      if (narrowed.length > 0)
        io.writeError(`enforced by the agent alone, as only a part is denied: ${narrowed.join(', ')}\n`)
      if (undeclared.length > 0) io.writeError(`what these need is not known: ${undeclared.join(', ')}\n`)
      if (writes.length > 0)
        io.writeError(`left out, as writes are off unless --write names them: ${writes.join(', ')}\n`)
      if (options.json === true) print(io, answer, { json: true, toText: () => '' })
      else io.write(`${answer.text}\n`)
    })

  async function readEnforced(options: PermissionOptions, wanted: string | true) {
    const { agents } = await connect(io, options).get<FleetPage>('/api/v1/fleet')
    const meant = agents.filter((one) => wanted === true || [one.name, one.agent].includes(wanted))
    const [only, ...others] = meant
    if (only === undefined || others.length > 0)
      throw new CliError(
        'usage',
        only === undefined ? 'there is no such agent' : 'several agents are meant',
        `name one: ${agents
          .map((one) => one.name)
          .join(', ')
          .slice(0, 500)}`,
      )
    if (only.policy !== null) return only.policy.rules.map(({ origin: _, ...rule }) => rule)
    throw new CliError(
      'failure',
      `${only.name} has not reported what it enforces`,
      'wait until it is connected',
    )
  }
}
