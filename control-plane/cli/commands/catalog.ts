import type { Command } from 'commander'
import { CliError } from '../cli-error.ts'
import { toCliError } from '../client.ts'
import { nameCommands } from '../command-name.ts'
import { describeConnectors } from '../connect/describe.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext } from '../context.ts'
import type { Io } from '../io.ts'
import { toCatalogText } from '../output/catalog.ts'
import { toServedBy, toServedByText } from '../output/served-by.ts'

const HELP = `
As JSON, \`operations\` names of each operation the connectors of this installation that are able to serve it; the rest
is what the control plane says of its fleet, or \`"fleet": null\` where there is no control plane to ask.
`

// `vedette catalog [FAMILY]`: every operation there is, served or not, as the tool `list_catalog` tells it; without a
// control plane, what the connectors of this installation are able to serve.
export function addCatalog(program: Command, { io }: CliContext): void {
  addApiOptions(
    program
      .command('catalog')
      .argument('[family]', 'one family, tool by tool, such as k8s')
      .description('list every family of operations, served or not; works offline'),
  )
    .addHelpText('after', HELP)
    .action(async (family: string | undefined, options: ApiOptions) => {
      const isText = options.json !== true && io.isTty
      const answer = await askFleet(io, options, family)
      if (isText && answer !== null) {
        io.write(`${nameCommands(toCatalogText(answer), io.environment.command).trimEnd()}\n`)
        return
      }
      const operations = toServedBy(await describeConnectors(), family)
      if (operations.length === 0 && answer === null)
        throw new CliError('usage', 'there is no such family', 'run `vedette catalog` for all of them')
      const told = { operations, ...(answer ?? { fleet: null }) }
      io.write(isText ? toServedByText(operations) : `${JSON.stringify(told)}\n`)
    })
}

// What the control plane says of its fleet; null where none is running and none was named.
async function askFleet(
  io: Io,
  options: ApiOptions,
  family: string | undefined,
): Promise<Readonly<Record<string, unknown>> | null> {
  const isNamed = (options.url ?? io.environment.url ?? options.token) !== undefined
  const body = { tool: 'list_catalog', arguments: family === undefined ? {} : { family } }
  try {
    const reply = await connect(io, options).exchange('POST', '/api/v1/call', body)
    if (reply.status !== 200) throw toCliError(reply)
    return JSON.parse(reply.text)
  } catch (error) {
    if (!isNamed && error instanceof CliError && error.exit === 'unreachable') return null
    throw error
  }
}
