import { type Command, InvalidArgumentError } from 'commander'
import type { AuditPage, AuditVerdict } from '../../src/http/api-types.ts'
import { connect } from '../connection.ts'
import { type ApiOptions, addApiOptions, type CliContext, print } from '../context.ts'
import { toTable } from '../output/table.ts'

const FILTERS = Object.freeze({
  kind: 'start, call, operation, intent, outcome or security',
  principal: 'the id of the token that asked',
  action: 'a tool, an operation or an event',
  agent: 'the id of an agent',
  call: 'the id of a call',
  from: 'the earliest time, RFC 3339',
  to: 'the latest time, RFC 3339',
})

type ListOptions = ApiOptions & Partial<Record<keyof typeof FILTERS, string>> & Readonly<{ limit: number }>

// `vedette audit list|verify`: who asked what of whom, and whether the record of it is whole.
export function addAudit(program: Command, { io, finish }: CliContext): void {
  const audit = program.command('audit').description('read and verify the audit')
  const list = addApiOptions(audit.command('list').description('rows of the organisation, the newest first'))
  for (const [name, means] of Object.entries(FILTERS)) list.option(`--${name} <${name}>`, means)
  list
    .option('--limit <rows>', 'rows at most, up to 1000', parseLimit, 50)
    .action(async (options: ListOptions) => {
      const page = await connect(io, options).get<AuditPage>(`/api/v1/audit?${toQuery(options)}`)
      print(io, page, { json: options.json, toText: toListText })
    })
  addApiOptions(
    audit
      .command('verify')
      .description('recompute every chain; exit code 1 when a row is missing or changed'),
  ).action(async (options: ApiOptions) => {
    const verdict = await connect(io, options).get<AuditVerdict>('/api/v1/audit/verify')
    print(io, verdict, { json: options.json, toText: toVerdictText })
    if (!verdict.ok) finish('failure')
  })
}

function toQuery(options: ListOptions): URLSearchParams {
  const query = new URLSearchParams({ limit: String(options.limit) })
  for (const name of Object.keys(FILTERS) as (keyof typeof FILTERS)[]) {
    const value = options[name]
    if (value !== undefined) query.set(name, value)
  }
  return query
}

function toListText({ rows, unreadable, may_be_more }: AuditPage): string {
  const cells = rows.map((row) => [
    row.at,
    row.kind,
    row.principal ?? '-',
    row.action,
    row.agent ?? '',
    (row.outcome ?? []).join(' '),
    row.bytes === undefined ? '' : String(row.bytes),
  ])
  const more = may_be_more ? 'there may be more: narrow it with --from and --to, or raise --limit\n' : ''
  const bad = unreadable === 0 ? '' : `${unreadable} rows cannot be read: run \`vedette audit verify\`\n`
  return toTable(['TIME', 'KIND', 'WHO', 'WHAT', 'AGENT', 'OUTCOME', 'BYTES'], cells) + more + bad
}

// One line for each broken chain, naming its first wrong row; then the sum.
function toVerdictText({ ok, rows, chains, unreadable_anchors }: AuditVerdict): string {
  const broken = chains.flatMap(({ writer, broken }) =>
    broken === null ? [] : [`broken: ${writer} row ${broken.seq}: ${broken.fault}\n`],
  )
  const anchors =
    unreadable_anchors === 0 ? '' : `${unreadable_anchors} lines of the anchor file cannot be read\n`
  const word = ok ? 'whole' : 'NOT WHOLE'
  return `${broken.join('')}${anchors}${word}: ${rows} rows in ${chains.length} chains\n`
}

function parseLimit(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 1000)
    throw new InvalidArgumentError('it must be 1 to 1000')
  return value
}
