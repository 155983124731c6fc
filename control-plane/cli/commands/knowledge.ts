import { type Command, Option } from 'commander'
import type { KnowledgeList, KnowledgeView } from '../../src/http/memory-types.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toPlain, toTable } from '../output/table.ts'

type ListOptions = ApiOptions & Readonly<{ state?: string }>
type AddOptions = ApiOptions & Readonly<{ kind: string }>

// `vedette knowledge list|add|accept|reject`: quirks and notes. What a model proposed is told to nobody before a person
// accepts it; that needs the role of an approver.
export function addKnowledge(program: Command, { io }: CliContext): void {
  const command = program.command('knowledge').description('list, write and decide quirks and notes')
  const apiOf = (options: ApiOptions) => connect(io, options)
  addApiOptions(command.command('list').description('quirks and notes, newest first'))
    .addOption(new Option('--state <state>', 'only these').choices(['proposed', 'accepted', 'rejected']))
    .action(async (options: ListOptions) => {
      const query = options.state === undefined ? '' : `?state=${options.state}`
      const list = await apiOf(options).get<KnowledgeList>(`/api/v1/knowledge${query}`)
      print(io, list, { json: options.json, toText: toListText })
    })
  addApiOptions(command.command('add <text>').description('write one yourself; it is accepted at once'))
    .addOption(new Option('--kind <kind>', 'what it is').choices(['quirk', 'note']).default('note'))
    .action(async (text: string, options: AddOptions) => {
      const view = await apiOf(options).send<KnowledgeView>('POST', '/api/v1/knowledge', {
        kind: options.kind,
        text,
      })
      print(io, view, { json: options.json, toText: ({ id, state }) => `${id} is ${state}\n` })
    })
  for (const verdict of ['accept', 'reject'] as const)
    addApiOptions(command.command(`${verdict} <id>`).description(`${verdict} what was proposed`)).action(
      async (id: string, options: ApiOptions) => {
        const path = `/api/v1/knowledge/${encodeURIComponent(id)}/decision`
        const view = await apiOf(options).send<KnowledgeView>('POST', path, { verdict })
        print(io, view, { json: options.json, toText: ({ state }) => `${toPlain(id)} is ${state}\n` })
      },
    )
}

function toListText({ knowledge }: KnowledgeList): string {
  const rows = knowledge.map((one) => [one.id, one.state, one.kind, one.author, one.created_at, one.text])
  return rows.length === 0
    ? 'Nothing is known.\n'
    : toTable(['ID', 'STATE', 'KIND', 'BY', 'SINCE', 'TEXT'], rows)
}
