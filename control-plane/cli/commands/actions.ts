import type { Command } from 'commander'
import type { ActionList, ActionView } from '../../src/http/api-types.ts'
import { toCliError } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toAnswerText } from '../output/answer.ts'
import { toPlain, toTable } from '../output/table.ts'

// `vedette actions list|show|approve|deny|run`: what waits for a person. Deciding needs the role of an approver.
export function addActions(program: Command, { io, finish }: CliContext): void {
  const actions = program.command('actions').description('list, decide and run what waits for a person')
  const apiOf = (options: ApiOptions) => connect(io, options)
  addApiOptions(actions.command('list').description('list actions, newest first')).action(
    async (options: ApiOptions) => {
      const list = await apiOf(options).get<ActionList>('/api/v1/actions')
      print(io, list, { json: options.json, toText: toListText })
    },
  )
  addApiOptions(actions.command('show <id>').description('show one action, and what it would do')).action(
    async (id: string, options: ApiOptions) => {
      const view = await apiOf(options).get<ActionView>(toPath(id))
      print(io, view, { json: options.json, toText: toActionText })
    },
  )
  for (const verdict of ['approve', 'deny'] as const)
    addApiOptions(actions.command(`${verdict} <id>`).description(`${verdict} what somebody asks for`)).action(
      async (id: string, options: ApiOptions) => {
        const view = await apiOf(options).send<ActionView>('POST', `${toPath(id)}/decision`, { verdict })
        print(io, view, { json: options.json, toText: ({ state }) => `${toPlain(id)} is ${state}\n` })
      },
    )
  addApiOptions(
    actions.command('run <id>').description('run an approved action of your own, once, and print its answer'),
  ).action(async (id: string, options: ApiOptions) => {
    const reply = await apiOf(options).exchange('POST', `${toPath(id)}/run`, { interactive: io.isTty })
    const answer = reply.status === 200 ? parseSealed(reply.text) : null
    if (answer === null) throw toCliError(reply)
    io.write(options.json || !io.isTty ? `${reply.text.trimEnd()}\n` : toAnswerText(answer))
    if (answer['status'] === 'approval_pending') finish('approval_pending')
    // What did not run, or may not have, must not end like what did.
    else if (answer['status'] !== 'done') finish('failure')
    else if (answer['visibility'] === 'none') finish('no_visibility')
  })
}

function toPath(id: string): string {
  return `/api/v1/actions/${encodeURIComponent(id)}`
}

function parseSealed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = JSON.parse(text)
    return ['none', 'partial', 'full'].includes(value?.visibility) ? value : null
  } catch {
    return null
  }
}

function toListText({ actions }: ActionList): string {
  const rows = actions.map((one) => [
    one.id,
    one.state,
    String(one['tier']),
    String(one['tool']),
    one.own ? 'you' : one.requester,
    String(one['expires_at']),
  ])
  return rows.length === 0
    ? 'Nothing waits for a person.\n'
    : toTable(['ID', 'STATE', 'TIER', 'TOOL', 'ASKED BY', 'ENDS'], rows)
}

function toActionText(view: ActionView): string {
  const { id, state, requester, decided_by, own: _, ...facts } = view
  return [
    `${id}: ${state}, asked by ${toPlain(requester)}${decided_by === null ? '' : `, decided by ${toPlain(decided_by)}`}\n`,
    ...Object.entries(facts).map(([key, value]) => `  ${key}: ${toPlain(JSON.stringify(value))}\n`),
  ].join('')
}
