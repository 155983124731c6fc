import type { Command } from 'commander'
import type { ToolList } from '../../src/http/api-types.ts'
import { type ApiReply, toCliError } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext } from '../context.ts'
import type { ExitName } from '../exit-codes.ts'
import { toAnswerText } from '../output/answer.ts'
import { parseCallArguments } from './call-arguments.ts'
import { findTool } from './tools.ts'

type Options = ApiOptions & { arg?: readonly string[]; args?: string }

// `vedette call TOOL`: asks one tool and prints its sealed answer, what was seen first.
export function addCall(program: Command, context: CliContext): void {
  const collect = (pair: string, before: readonly string[] = []) => [...before, pair]
  addApiOptions(program.command('call <tool>').description('ask one tool and print its sealed answer'))
    .option('--arg <name=value>', 'one argument; repeat it for more, or for a list', collect)
    .option('--args <json>', 'all arguments as one JSON object')
    .addHelpText(
      'after',
      '\nIts arguments: `vedette tools <tool>`. Example:\n  vedette call host_processes_list --arg limit=3\n',
    )
    .action((tool: string, options: Options) => runCall(tool, options, context))
}

async function runCall(tool: string, options: Options, { io, finish }: CliContext): Promise<void> {
  const api = connect(io, options)
  const { tools } = await api.get<ToolList>('/api/v1/tools')
  const { name, input_schema } = findTool(tool, tools)
  const args = parseCallArguments(options.arg ?? [], options.args, input_schema)
  const reply = await api.exchange('POST', '/api/v1/call', {
    tool: name,
    arguments: args,
    interactive: io.isTty,
    client: 'vedette-call',
  })
  const answer = parseAnswer(reply)
  io.write(options.json || !io.isTty ? `${reply.text.trimEnd()}\n` : toAnswerText(answer))
  finish(toExit(answer))
}

// Everything but a sealed answer is an error: something that is not ours must never look like one.
function parseAnswer(reply: ApiReply): Readonly<Record<string, unknown>> {
  if (reply.status !== 200) throw toCliError(reply)
  try {
    const value = JSON.parse(reply.text)
    if (['none', 'partial', 'full'].includes(value?.visibility)) return value
  } catch {
    // Reported below.
  }
  throw toCliError({ status: 200, text: reply.text })
}

function toExit(answer: Readonly<Record<string, unknown>>): ExitName {
  if (answer.status === 'approval_pending') return 'approval_pending'
  return answer.visibility === 'none' ? 'no_visibility' : 'ok'
}
