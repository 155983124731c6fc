import { windowFrom, windowTo } from '@vedette/proto/operations'
import { gradeOf, type NextCall } from '@vedette/proto/visibility'
import { z } from 'zod'
import { type AskedFor, defineComposite, type Findings } from '../define-composite.ts'
import { itemsOf, placeOf, type View } from '../read.ts'
import type { Reader } from '../reader.ts'
import { routeTo } from '../routes.ts'
import { NAMESPACE_PATTERN, workloadOf } from '../shared/names.ts'
import { HOUR, parseTime, showTime, spanArguments } from '../shared/time.ts'
import { CODES, type Code, type Diagnosis, diagnose, type EventFacts, type PodFacts } from './diagnosis.ts'
import { readMemory } from './memory.ts'
import {
  KINDS,
  type Named,
  type ObjectFacts,
  readAround,
  readElsewhere,
  readObject,
  readWorst,
} from './reads.ts'
import { showChange, showLogs, showPods, showRefs, showUse } from './show.ts'

type Verdict = Code | 'several' | 'unknown'
// `unknown`: nothing bad was seen, and the object itself was not read.
const SCALE: readonly [Verdict, ...Verdict[]] = ['healthy', ...CODES.slice(1), 'several', 'unknown']

const INPUT = z.strictObject({
  namespace: z.string().regex(NAMESPACE_PATTERN, 'must be a namespace name').describe('Namespace'),
  name: z.string().min(1).max(253).describe('Workload or pod name'),
  kind: z.enum(KINDS).default('Deployment').describe('Kind (default: Deployment)'),
  from: windowFrom(),
  to: windowTo(),
})

// Why one workload is not well.
export const workloadTriage = defineComposite({
  id: 'workload_triage',
  title: 'Triage of a workload',
  describe:
    'Says why a workload is not well (killed for memory, image not pulled, configuration missing, probe, no node, quota ...), with its worst pods, last logs, events and last change.',
  when: ['crashloopbackoff', 'oom killed', 'imagepullbackoff', 'pending pods', 'why is it restarting'],
  needs: {
    input: ['k8s.deployments.get', 'k8s.pods.get'],
    input_any: true,
    grading: [
      'k8s.daemonsets.list',
      'k8s.events.list',
      'k8s.pods.list',
      'k8s.pods.logs',
      'k8s.statefulsets.list',
    ],
    enriching: [
      'k8s.configmaps.list',
      'k8s.deployments.list',
      'k8s.lineage.get',
      'k8s.pods.top',
      'k8s.pvcs.list',
      'k8s.resource_quotas.list',
      'k8s.rollouts.history',
      'metrics.query_range',
    ],
  },
  input: INPUT,
  routes: ['cluster'],
  window: { defaultSeconds: 3600, maxSeconds: 86_400 },
  run,
})

async function run(reader: Reader, { input, window }: AskedFor<z.output<typeof INPUT>>): Promise<Findings> {
  const { namespace, name, kind } = input
  const named = { namespace, name, kind }
  const { objects, isWhole } = await readObject(reader, named)
  if (objects.length > 1) return toCandidates(reader, named, objects)
  const [object] = objects
  const only = object === undefined ? undefined : routeTo(object.view)
  const span = spanArguments(window ?? { from: reader.now - HOUR, to: reader.now })
  const around = await readAround(reader, { named, span, selector: object?.selector ?? null, only })
  reader.follow()
  const own = itemsOf(around.pods, (value) => value.pods).filter(({ item }) => isOwn(item, named))
  const pods = own.map(({ item, view }) => toPodFacts(item, view))
  const events = toEventFacts(around.events, named, new Set(pods.map((pod) => pod.name)))
  const found = diagnose({ pods, events, problem: object?.problem ?? null })
  const worst = found === null ? null : (found.pod ?? pods[0]?.name ?? null)
  const [{ detail, logs }, elsewhere] = await Promise.all([
    readWorst(reader, { named, pod: worst, span, only }),
    readElsewhere(reader, named, object?.view),
  ])
  const pod = detail?.views[0]?.value.pod ?? object?.pod ?? null
  const failing = pod?.containers.find((one) => !one.ready || one.last_exit !== null)
  const container = failing?.name ?? null
  const memory = await readMemory(
    reader,
    pod === null || container === null
      ? null
      : {
          ...{ agent: object?.view.agent ?? null, namespace, pod: pod.name, container, span },
          killed_at: parseTime((failing?.exit ?? failing?.last_exit)?.finished_at ?? null),
        },
  )
  const grading = [around.pods, around.events, ...(logs === null ? [] : [logs])].flatMap((one) => one.sources)
  const isFine = gradeOf({ scale: ['healthy'], outcomes: [{ sources: grading }], findings: [] }).code !== null
  const { want, ready } = object?.replicas ?? { want: 0, ready: 0 }
  const diagnosis: Diagnosis | null =
    found ?? (ready < want ? { code: 'unexplained', since: null, because: [], pod: null } : null)
  const cluster = object === undefined ? null : placeOf(object.view)
  const doubt = diagnosis === null && !isWhole ? [{ grade: 'unknown' }] : []
  return {
    scale: SCALE,
    findings: diagnosis === null ? doubt : [{ grade: diagnosis.code }],
    body: {
      workload: {
        cluster,
        ...named,
        images: object?.images ?? null,
        revision: object?.revision ?? null,
      },
      replicas: object?.replicas ?? null,
      diagnosis: showDiagnosis(diagnosis, container, isFine && isWhole),
      pods: showPods(
        own.map(({ item }) => item),
        around.pods,
        reader.now,
      ),
      last_logs: showLogs(logs),
      memory_cpu: showUse({ pod, container, top: around.top, memory }),
      events: showEvents(events),
      quotas: itemsOf(around.quotas, (value) => value.quotas)
        .slice(0, 5)
        .map(({ item }) => ({ resource: item.resource, used: item.used, hard: item.hard })),
      refs: showRefs(pod, around),
      change: showChange(around.rollouts, diagnosis?.since ?? null),
      elsewhere,
      for_a_person: toCommands(named, worst, container),
    },
    next: toNext(named, cluster, diagnosis),
  }
}

// Several clusters have it: which one is for the caller to say, and nothing is graded.
function toCandidates(reader: Reader, named: Named, objects: readonly ObjectFacts[]): Findings {
  const views = objects.map((one) => one.view)
  for (const id of ['k8s.events.list', 'k8s.pods.get', 'k8s.pods.list', 'k8s.pods.logs'])
    reader.spare({ id }, 'several clusters have it: name one')
  const places = views.map(placeOf)
  return {
    scale: SCALE,
    findings: [{ grade: 'several' }],
    body: { workload: named, candidates: views.map((view) => ({ cluster: placeOf(view), e: view.cite() })) },
    next: places.slice(0, 5).map((cluster) => ({
      tool: 'workload_triage',
      args: { ...named, cluster },
      why: 'triages the one in this cluster',
    })),
  }
}

type PodRow = Readonly<{ name: string; owner: Readonly<{ kind: string; name: string }> | null }>

function isOwn(pod: PodRow, { kind, name }: Named): boolean {
  if (kind === 'Pod') return pod.name === name
  const workload = workloadOf(pod.owner, pod.name)
  return workload.kind === kind && workload.name === name
}

function toPodFacts(
  pod: PodRow &
    Readonly<{
      status: string
      phase: string
      problem: boolean
      message: string | null
      restarts: number
      created_at: string | null
      last_exit: Readonly<{
        reason: string | null
        exit_code: number | null
        finished_at: string | null
      }> | null
    }>,
  view: View<unknown>,
): PodFacts {
  const { name, status, phase, message, restarts, last_exit } = pod
  return {
    ...{ name, status, phase, message, restarts },
    ready: !pod.problem,
    // An exit of long ago says nothing of a pod that has been well since.
    exit_reason: pod.problem ? (last_exit?.reason ?? null) : null,
    exit_code: last_exit?.exit_code ?? null,
    since: parseTime(last_exit?.finished_at ?? pod.created_at),
    e: view.cite,
  }
}

function toEventFacts(
  read: Awaited<ReturnType<typeof readAround>>['events'],
  { name }: Named,
  pods: ReadonlySet<string>,
): readonly EventFacts[] {
  return itemsOf(read, (value) => value.events)
    .filter(({ item }) => item.name === name || pods.has(item.name) || item.name.startsWith(`${name}-`))
    .filter(({ item }) => item.type === 'Warning')
    .map(({ item, view }) => ({
      reason: item.reason ?? '',
      kind: item.kind,
      name: item.name,
      message: item.message ?? '',
      at: parseTime(item.first_at) ?? parseTime(item.at),
      e: view.cite,
    }))
}

// A workload is called healthy only where all that could show otherwise was read.
function showDiagnosis(diagnosis: Diagnosis | null, container: string | null, isFine: boolean) {
  if (diagnosis === null)
    return { code: isFine ? 'healthy' : null, container: null, since: null, because: [] }
  const { code, since, because } = diagnosis
  return { code: code === 'unexplained' ? null : code, container, since: showTime(since), because }
}

function showEvents(events: readonly EventFacts[]) {
  return [...Map.groupBy(events, (one) => `${one.reason} ${one.kind}`).values()]
    .slice(0, 12)
    .flatMap((group) => {
      const last = group.at(-1)
      if (last === undefined) return []
      const { reason, kind, name, message, at } = last
      return [
        {
          reason,
          kind,
          name,
          n: group.length,
          at: showTime(at),
          message: message.slice(0, 200),
          e: last.e(),
        },
      ]
    })
}

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/

// What a person with access may type to see more.
function toCommands(
  { namespace, name, kind }: Named,
  pod: string | null,
  container: string | null,
): readonly string[] {
  const isPlain = [namespace, name, pod ?? 'x', container ?? 'x'].every((one) => PLAIN.test(one))
  if (!isPlain) return []
  return [
    `kubectl -n ${namespace} describe ${kind.toLowerCase()} ${name}`,
    ...(pod === null ? [] : [`kubectl -n ${namespace} describe pod ${pod}`]),
    ...(pod === null || container === null
      ? []
      : [`kubectl -n ${namespace} logs ${pod} -c ${container} --previous`]),
  ]
}

function toNext(
  { namespace, name }: Named,
  cluster: string | null,
  diagnosis: Diagnosis | null,
): readonly NextCall[] {
  if (diagnosis === null) return []
  const where = cluster === null ? {} : { cluster }
  return [
    { tool: 'deploy_correlation', args: { service: name, namespace }, why: 'ranks what changed before' },
    ...(diagnosis.code === 'node' || diagnosis.code === 'unschedulable' || diagnosis.code === 'evicted'
      ? [{ tool: 'node_triage', args: where, why: 'shows the nodes of this cluster' }]
      : []),
  ]
}
