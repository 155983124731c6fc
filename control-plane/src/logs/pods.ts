import { k8sPodsList, k8sPodsLogs, type logsSearch } from '@vedette/proto/operations'
import type { Source } from '@vedette/proto/visibility'
import type { z } from 'zod'
import { itemsOf, type View } from '../composites/read.ts'
import { createReader, type Ledger } from '../composites/reader.ts'
import { routeTo } from '../composites/routes.ts'
import { toWorkload } from '../knowledge/names.ts'
import { invalidArgument } from '../tools/error.ts'
import type { Needs, ToolContext } from '../tools/types.ts'
import type { Line } from './lines.ts'
import type { LogParts } from './search-tool.ts'

// What searching the logs of pods executes.
export const POD_NEEDS: Needs = Object.freeze({
  input: [k8sPodsLogs.id],
  grading: [],
  enriching: [k8sPodsList.id],
})

// Pods whose logs one search reads at the most, those in trouble first.
export const MOST_PODS = 20
const LINES_READ = 1000
const LEAST_LINES = 50
// What only a log backend can tell lines apart by.
const NOT_OF_PODS = ['severity', 'environment', 'host', 'source', 'query', 'cursor', 'not'] as const

type Input = z.output<typeof logsSearch.input>
type PodRow = z.output<typeof k8sPodsList.output>['pods'][number]
type Found = Readonly<{ item: PodRow; view: View<unknown> }>

export type PodLines = Readonly<{
  ledger: Ledger
  lines: readonly Line[]
  // Of what is not read: pods beyond the bound, and pods that are gone.
  unread: readonly Source[]
  pods: Readonly<{ named: Readonly<Record<string, string>>; matched: number; read: number }>
}>

// The current and previous logs of the pods that the filters mean, for a fleet without a log backend. Throws ToolFault
// `invalid_argument` on a filter that such logs cannot be searched by: leaving it out unseen would show other lines.
export async function readPodLines(
  input: Input,
  { context, parts }: Readonly<{ context: ToolContext; parts: LogParts }>,
): Promise<PodLines> {
  checkFilters(input)
  const { namespace, cluster, from, to } = input
  const routing = cluster === undefined ? {} : { cluster }
  const ledger = createReader({ composite: 'logs_search', needs: POD_NEEDS, parts, context, routing })
  const { reader } = ledger
  const list = await reader.read(k8sPodsList, {
    limit: 5000,
    ...(namespace === undefined ? {} : { namespace }),
  })
  const all: readonly Found[] = itemsOf(list, ({ pods }) => pods)
  const matching = all.filter(({ item }) => isMeant(item, input)).toSorted(compareTrouble)
  const chosen = matching.slice(0, MOST_PODS)
  reader.follow()
  const limit = Math.max(LEAST_LINES, Math.floor(LINES_READ / Math.max(1, chosen.length)))
  const [match] = textsOf(input)
  const shown = await Promise.all(
    chosen.map(async ({ item, view }) => {
      const pod = { namespace: item.namespace, name: item.name }
      const asked = { ...pod, from, to, limit, ...(match === undefined ? {} : { match }) }
      const read = await reader.read(k8sPodsLogs, asked, routeTo(view))
      return { view, lines: read.views.flatMap((one) => toLines(one, item)) }
    }),
  )
  // Clusters without such a pod say nothing where another has it.
  const places = list.views.filter(
    (view) => matching.length === 0 || matching.some((one) => one.view === view),
  )
  const gone = places.map((view) => {
    const own = shown.filter((one) => one.view === view)
    return toGone(view, { pods: own.length, lines: own.reduce((sum, { lines }) => sum + lines.length, 0) })
  })
  return {
    ledger,
    lines: shown.flatMap(({ lines }) => lines).toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)),
    unread: [...matching.slice(MOST_PODS).map(toCapped), ...gone],
    pods: { named: toNamed(input), matched: matching.length, read: chosen.length },
  }
}

function checkFilters(input: Input): void {
  const field = NOT_OF_PODS.find((key) => {
    const value = input[key]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })
  const message = 'no log backend is connected, and the logs of pods'
  if (field !== undefined)
    throw invalidArgument({
      field,
      message: `${message} cannot be searched by ${field}`,
      fix: `leave ${field} out, or connect a log backend`,
    })
  if (textsOf(input).length > 1)
    throw invalidArgument({
      field: 'contains',
      message: `${message} are searched for one text at a time`,
      fix: 'give one text, in contains or as trace_id',
    })
  if (input.workload === undefined && input.service === undefined && input.namespace === undefined)
    throw invalidArgument({
      field: 'workload',
      message: `${message} are not searched all at once`,
      fix: 'name a workload, a service that is called like its workload, or a namespace',
    })
}

function textsOf({ contains, trace_id }: Input): readonly string[] {
  return trace_id === undefined ? contains : [...contains, trace_id]
}

// The pods of the workload of that name; a service is taken for a workload that is called the same, and the answer says so.
function isMeant({ name, owner }: PodRow, { workload, service }: Input): boolean {
  return [workload, service].every((wanted) => wanted === undefined || isOf(wanted, { name, owner }))
}

function isOf(wanted: string, { name, owner }: Pick<PodRow, 'name' | 'owner'>): boolean {
  const own = (toWorkload(owner) ?? `Pod/${name}`).toLowerCase()
  const asked = wanted.toLowerCase()
  return asked.includes('/') ? own === asked : own.slice(own.indexOf('/') + 1) === asked
}

function toNamed({ workload, service, namespace }: Input): Readonly<Record<string, string>> {
  return {
    ...(workload === undefined ? {} : { workload }),
    ...(service === undefined ? {} : { workload_called_like_service: service }),
    ...(namespace === undefined ? {} : { namespace }),
  }
}

// Pods in trouble first, then the most restarted, then the newest.
function compareTrouble({ item: a }: Found, { item: b }: Found): number {
  return (
    Number(b.problem) - Number(a.problem) ||
    b.restarts - a.restarts ||
    (b.created_at ?? '').localeCompare(a.created_at ?? '')
  )
}

function toLines(view: View<z.output<typeof k8sPodsLogs.output>>, pod: PodRow): readonly Line[] {
  const workload = toWorkload(pod.owner)
  return view.value.lines.map(({ at, container, run, message }) => {
    const time = Date.parse(at ?? '')
    return {
      line: {
        ...{ id: null, at: at ?? '', severity: null, message, service: null, workload, host: pod.name },
        source: run === 'previous' ? `${container} (before its restart)` : container,
        ...{ trace_id: null, attributes: {} },
      },
      instance: view.instance,
      agent: view.agent,
      at: Number.isNaN(time) ? null : time,
    }
  })
}

const LOGS = { operation: k8sPodsLogs.id, role: 'input' } as const

function toCapped({ item: { namespace, name }, view }: Found): Source {
  const { cluster } = view.scope
  const args = { namespace, name, ...(cluster === undefined ? {} : { cluster }) }
  return {
    ...LOGS,
    connector: view.instance,
    ...(view.agent === null ? {} : { agent: view.agent }),
    scope: { ...view.scope, namespace, pod: name },
    ...{ state: 'capped', limit: MOST_PODS, next: { tool: 'k8s_pods_logs', args } },
  }
}

// Pods that are gone wrote in the window too, and a cluster keeps nothing of it: what is shown is at least what was
// written, and nothing shown proves nothing.
function toGone(view: View<unknown>, { pods, lines }: Readonly<{ pods: number; lines: number }>): Source {
  const word =
    lines > 0
      ? ({ state: 'truncated', cap: 'by_source', at_least: lines } as const)
      : ({ state: 'unproven', items: 0, why: pods === 0 ? 'no_pod_matches' : 'gone_pods_unread' } as const)
  return {
    ...LOGS,
    ...{ connector: view.instance, scope: view.scope, question: 'pods that are gone' },
    ...(view.agent === null ? {} : { agent: view.agent }),
    ...word,
  }
}
