import type { Command } from 'commander'
import { toCliError } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext } from '../context.ts'
import { toAnswerText } from '../output/answer.ts'

// `vedette catalog`: every operation there is, served or not, as the tool `list_catalog` tells it.
export function addCatalog(program: Command, { io }: CliContext): void {
  addApiOptions(program.command('catalog').description('list every operation, served or not')).action(
    async (options: ApiOptions) => {
      const body = { tool: 'list_catalog', arguments: {} }
      const reply = await connect(io, options).exchange('POST', '/api/v1/call', body)
      if (reply.status !== 200) throw toCliError(reply)
      io.write(options.json || !io.isTty ? `${reply.text.trimEnd()}\n` : toAnswerText(JSON.parse(reply.text)))
    },
  )
}
