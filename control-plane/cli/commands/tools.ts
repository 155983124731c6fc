import type { Command } from 'commander'
import type { ToolList } from '../../src/http/api-types.ts'
import { nearestNames } from '../../src/tools/nearest.ts'
import { CliError } from '../cli-error.ts'
import { nameCommands } from '../command-name.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toPlain, toTable } from '../output/table.ts'

type Tool = ToolList['tools'][number]

// `vedette tools`: what is announced to this token now; `--all` adds what is hidden, a name tells one and its
// arguments.
export function addTools(program: Command, { io }: CliContext): void {
  addApiOptions(
    program
      .command('tools')
      .argument('[tool]', 'one tool, with its arguments')
      .description('list the tools that are announced now'),
  )
    .option('--all', 'also those that nobody serves now')
    .action(async (tool: string | undefined, options: ApiOptions & { all?: boolean }) => {
      const { tools } = await connect(io, options).get<ToolList>('/api/v1/tools')
      const { json } = options
      if (tool !== undefined) return print(io, findTool(tool, tools), { json, toText: toToolText })
      const list = { tools: tools.filter(({ announced }) => options.all || announced) }
      print(io, list, { json, toText: (value) => nameCommands(toText(value), io.environment.command) })
    })
}

// The tool of this name, also when it is written as an operation's id. Throws CliError `usage` with the nearest ones.
export function findTool(written: string, tools: readonly Tool[]): Tool {
  const name = written.replaceAll('.', '_')
  const found = tools.find((one) => one.name === name)
  if (found !== undefined) return found
  const names = tools.map((one) => one.name)
  throw new CliError(
    'usage',
    `there is no tool ${toPlain(name)}`,
    `did you mean ${nearestNames(name, names).join(', ')}? All of them: \`vedette tools --all\``,
  )
}

function toText({ tools }: ToolList): string {
  const rows = tools.map((tool) => [tool.name, tool.tier, tool.announced ? '' : 'not served', tool.title])
  const table = toTable(['TOOL', 'TIER', 'NOW', 'TITLE'], rows)
  return `${table}\n${tools.length} tools. One with its arguments: \`vedette tools NAME\`; ask it with \`vedette call NAME\`.\n`
}

function toToolText({ name, title, description, tier, announced, input_schema }: Tool): string {
  const { properties, required } = input_schema
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const rows = Object.entries(Object(properties)).map(([key, schema]) => [
    key,
    toKind(Object(schema)),
    needed.includes(key) ? 'needed' : '',
    String(Object(schema).description ?? ''),
  ])
  return [
    `${name}: ${toPlain(title)} (${tier}${announced ? '' : '; nobody serves it now'})\n`,
    `${toPlain(description)}\n\n`,
    rows.length === 0 ? 'It takes no arguments.\n' : toTable(['ARGUMENT', 'IS', '', 'MEANING'], rows),
  ].join('')
}

function toKind(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  const variants = Array.isArray(schema.anyOf) ? schema.anyOf.map((one) => toKind(Object(one))) : []
  if (variants.length > 0) return [...new Set(variants)].join(' or ')
  if (schema.type === 'array') return `list of ${toKind(Object(schema.items))}`
  return typeof schema.type === 'string' ? schema.type : 'any'
}
