import { type Command, InvalidArgumentError } from 'commander'
import type { InvestigationDetail, InvestigationPage } from '../../src/http/memory-types.ts'
import { toCliError } from '../client.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toPlain, toTable } from '../output/table.ts'

const FILTERS = Object.freeze({
  text: 'words in titles, outcomes, hypotheses and notes',
  principal: 'the id of the token that opened it',
  visibility: 'partial or none: with a call that saw a part, or nothing',
  from: 'used since then, RFC 3339',
  to: 'opened before then, RFC 3339',
})

type ListOptions = ApiOptions & Partial<Record<keyof typeof FILTERS, string>> & Readonly<{ limit: number }>

// `vedette investigations list|show|export|rename`: what was asked together, and what came of it.
export function addInvestigations(program: Command, { io }: CliContext): void {
  const command = program
    .command('investigations')
    .description('list, read, export and rename investigations')
  const apiOf = (options: ApiOptions) => connect(io, options)
  const list = addApiOptions(
    command.command('list').description('investigations of the organisation, last used first'),
  )
  for (const [name, means] of Object.entries(FILTERS)) list.option(`--${name} <${name}>`, means)
  list
    .option('--limit <rows>', 'rows at most, up to 200', parseLimit, 50)
    .action(async (options: ListOptions) => {
      const page = await apiOf(options).get<InvestigationPage>(`/api/v1/investigations?${toQuery(options)}`)
      print(io, page, { json: options.json, toText: toListText })
    })
  addApiOptions(command.command('show <id>').description('show one investigation with its timeline')).action(
    async (id: string, options: ApiOptions) => {
      const detail = await apiOf(options).get<InvestigationDetail>(toPath(id))
      print(io, detail, { json: options.json, toText: toDetailText })
    },
  )
  addApiOptions(command.command('export <id>').description('print one investigation as Markdown')).action(
    async (id: string, options: ApiOptions) => {
      const reply = await apiOf(options).exchange('GET', `${toPath(id)}/export`)
      if (reply.status !== 200) throw toCliError(reply)
      io.write(reply.text)
    },
  )
  addApiOptions(command.command('rename <id> <title>').description('give an investigation a title')).action(
    async (id: string, title: string, options: ApiOptions) => {
      const detail = await apiOf(options).send<InvestigationDetail>('POST', `${toPath(id)}/rename`, { title })
      print(io, detail, { json: options.json, toText: (one) => `${id} is now: ${toPlain(one.title)}\n` })
    },
  )
}

function toPath(id: string): string {
  return `/api/v1/investigations/${encodeURIComponent(id)}`
}

function toQuery(options: ListOptions): URLSearchParams {
  const query = new URLSearchParams({ limit: String(options.limit) })
  for (const name of Object.keys(FILTERS) as (keyof typeof FILTERS)[]) {
    const value = options[name]
    if (value !== undefined) query.set(name, value)
  }
  return query
}

function toListText({ investigations, may_be_more }: InvestigationPage): string {
  if (investigations.length === 0) return 'No investigation.\n'
  const rows = investigations.map((one) => [
    one.investigation,
    one.last_at,
    one.opened_by,
    String(one.calls),
    String(one.partial),
    String(one.none),
    one.title,
  ])
  const more = may_be_more ? 'there are more: narrow it, or raise --limit\n' : ''
  return toTable(['ID', 'LAST USED', 'BY', 'CALLS', 'PARTIAL', 'NONE', 'TITLE'], rows) + more
}

function toDetailText(detail: InvestigationDetail): string {
  const { title, calls, partial, none, errors, timeline, hypotheses, notes, links, outcome } = detail
  const rows = timeline.map((step) => [
    step.at,
    step.call,
    step.title,
    step.visibility ?? `failed: ${step.error ?? 'error'}`,
    step.purpose ?? '',
  ])
  const kept = calls > timeline.length ? `${calls - timeline.length} later calls were not kept\n` : ''
  return [
    `${toPlain(title)}\n`,
    `${calls} calls: ${partial} saw a part, ${none} saw nothing, ${errors} failed\n`,
    ...(outcome === undefined ? [] : [`outcome: ${toPlain(outcome)}\n`]),
    ...hypotheses.map(
      ({ id, state, text, certainty }) =>
        `hypothesis ${id} ${state}${certainty === 'partial' ? ' (on calls that did not see everything)' : ''}: ${toPlain(text)}\n`,
    ),
    ...notes.map(({ text }) => `note: ${toPlain(text)}\n`),
    ...links.map(({ to, text }) => `${to}: ${toPlain(text)}\n`),
    rows.length === 0 ? '' : toTable(['TIME', 'CALL', 'WHAT', 'SAW', 'FOR'], rows),
    kept,
  ].join('')
}

function parseLimit(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 200)
    throw new InvalidArgumentError('it must be 1 to 200')
  return value
}
