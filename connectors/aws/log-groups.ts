import { ArgumentError } from '@vedette/proto/connector'
import type { Reader } from './connect.ts'
import { checkWhole, collect } from './pages.ts'
import { lastOf, need, texts } from './values.ts'

// Log groups of a region, to their end.
export function readLogGroups(reader: Reader) {
  return collect(async (nextToken) => {
    const said = await reader.call('logs', 'describeLogGroups', {
      limit: 50,
      ...(nextToken === undefined ? {} : { nextToken }),
    })
    return { items: said.logGroups, next: said.nextToken }
  })
}

export type GroupFilters = Readonly<{
  source?: string | undefined
  service?: string | undefined
  workload?: string | undefined
  cluster?: string | undefined
  namespace?: string | undefined
  environment?: string | undefined
  host?: string | undefined
}>

// What CloudWatch does not know of a line; left out silently, a filter would widen the answer.
const UNKNOWN = ['cluster', 'namespace', 'environment', 'host'] as const

// A query of Logs Insights reads fifty groups at most.
const MAX_GROUPS = 50

// Names of the groups that a question means: the source by name, else those whose name holds the service or workload.
// Throws `invalid_argument` when nothing narrows the question, because a scan of every group costs money.
export async function findGroups(reader: Reader, filters: GroupFilters): Promise<readonly string[]> {
  checkFilters(filters)
  const { source, service, workload } = filters
  const wanted = source ?? service ?? workload
  if (wanted === undefined)
    throw new ArgumentError({
      field: 'source',
      message: 'source, service or workload is needed: CloudWatch scans, and bills, whole log groups',
      fix: 'name a log group that logs_sources_list gives',
    })
  const paged = await readLogGroups(reader)
  checkWhole(paged)
  const names = texts(paged.items.map((one) => one.logGroupName))
  const exact = names.filter((name) => name === lastOfArn(wanted))
  if (source !== undefined || exact.length > 0) return exact
  const found = names.filter((name) => name.split(/[/._-]/).includes(wanted) || lastOf(name) === wanted)
  if (found.length <= MAX_GROUPS) return found
  throw new ArgumentError({
    field: 'source',
    message: `${found.length} log groups bear this name, and one query reads ${MAX_GROUPS}`,
    fix: 'name one log group as source',
  })
}

function checkFilters(filters: GroupFilters): void {
  const unknown = UNKNOWN.find((field) => filters[field] !== undefined)
  if (unknown !== undefined)
    throw new ArgumentError({
      field: unknown,
      message: `log groups of CloudWatch are not told apart by ${unknown}`,
      fix: 'name the log group as source, or filter in a query of Logs Insights',
    })
  const { source, service, workload } = filters
  const named = [source, service, workload].filter((one) => one !== undefined)
  if (named.length > 1)
    throw new ArgumentError({
      field: 'source',
      message: 'source, service and workload all name log groups here, so only one of them can hold',
      fix: 'give source alone, or service alone',
    })
}

function lastOfArn(text: string): string {
  return /^arn:[^:]+:logs:[^:]*:\d*:log-group:([^:]+)/.exec(text)?.[1] ?? text
}

// Whether one of the groups received a line between two instants, as far as its newest stream tells; that figure may
// lag by an hour, so it proves lines and never their absence.
export async function hasReceived(
  reader: Reader,
  groups: readonly string[],
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<boolean> {
  for (const logGroupName of groups) {
    const said = await reader.call('logs', 'describeLogStreams', {
      logGroupName,
      orderBy: 'LastEventTime',
      descending: true,
      limit: 1,
    })
    const newest = need(said.logStreams)[0]?.lastEventTimestamp
    if (newest !== undefined && newest >= from && newest <= to) return true
  }
  return false
}
