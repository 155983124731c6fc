import type { Command } from 'commander'
import type { ToolList } from '../../src/http/api-types.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toTable } from '../output/table.ts'

// `vedette tools`: what is announced to this token now; `--all` adds what is hidden.
export function addTools(program: Command, { io }: CliContext): void {
  addApiOptions(program.command('tools').description('list the tools that are announced now'))
    .option('--all', 'also those that nobody serves now')
    .action(async (options: ApiOptions & { all?: boolean }) => {
      const list = await connect(io, options).get<ToolList>('/api/v1/tools')
      const tools = list.tools.filter((tool) => options.all || tool.announced)
      print(io, { tools }, { json: options.json, toText: toText })
    })
}

function toText({ tools }: ToolList): string {
  const rows = tools.map((tool) => [tool.name, tool.tier, tool.announced ? '' : 'not served', tool.title])
  const table = toTable(['TOOL', 'TIER', 'NOW', 'TITLE'], rows)
  return `${table}\n${tools.length} tools. Ask one with \`vedette call NAME\`.\n`
}
