import type { Command } from 'commander'
import { toCliError } from '../client.ts'
import { nameCommands } from '../command-name.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext } from '../context.ts'
import { toCatalogText } from '../output/catalog.ts'

// `vedette catalog [FAMILY]`: every operation there is, served or not, as the tool `list_catalog` tells it.
export function addCatalog(program: Command, { io }: CliContext): void {
  addApiOptions(
    program
      .command('catalog')
      .argument('[family]', 'one family, tool by tool, such as k8s')
      .description('list every family of operations, served or not'),
  ).action(async (family: string | undefined, options: ApiOptions) => {
    const body = { tool: 'list_catalog', arguments: family === undefined ? {} : { family } }
    const reply = await connect(io, options).exchange('POST', '/api/v1/call', body)
    if (reply.status !== 200) throw toCliError(reply)
    const isText = options.json !== true && io.isTty
    const text = isText
      ? nameCommands(toCatalogText(JSON.parse(reply.text)), io.environment.command)
      : reply.text
    io.write(`${text.trimEnd()}\n`)
  })
}
