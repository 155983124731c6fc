import type {
  k8sConfigmapsList,
  k8sPodsGet,
  k8sPodsList,
  k8sPodsLogs,
  k8sPodsTop,
  k8sPvcsList,
  k8sRolloutsHistory,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import type { Read } from '../read.ts'
import { toTemplate } from '../shared/templates.ts'
import { parseTime, secondsBetween, showTime } from '../shared/time.ts'
import type { readMemory } from './memory.ts'

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>
type PodRow = z.output<typeof k8sPodsList.output>['pods'][number]
type PodDetail = z.output<typeof k8sPodsGet.output>['pod']

const MAX_PODS = 10
const MAX_LINES = 30
const MAX_LINE = 400

// The worst pods as a table; `bad` and `total` are null unless the list was read whole.
export function showPods(rows: readonly PodRow[], read: Read<unknown>, now: number) {
  const sorted = rows.toSorted(
    (a, b) => Number(b.problem) - Number(a.problem) || b.restarts - a.restarts || (a.name < b.name ? -1 : 1),
  )
  return {
    cols: ['pod', 'node', 'reason', 'restarts', 'exit_code', 'signal', 'age_s'],
    rows: sorted.slice(0, MAX_PODS).map((pod) => {
      const created = parseTime(pod.created_at)
      return [
        pod.name,
        pod.node,
        pod.status,
        pod.restarts,
        pod.last_exit?.exit_code ?? null,
        pod.last_exit?.signal ?? null,
        created === null ? null : secondsBetween(created, now),
      ]
    }),
    bad: read.isWhole ? rows.filter((pod) => pod.problem).length : null,
    total: read.isWhole ? rows.length : null,
  }
}

// The last lines of the worst pod, with what repeats; `complete` only where both runs were read whole.
export function showLogs(read: Of<typeof k8sPodsLogs> | null) {
  if (read === null || read.views.length === 0) return null
  const lines = read.views.flatMap((view) => view.value.lines)
  const groups = [...Map.groupBy(lines, (line) => toTemplate(line.message))]
  return {
    container: lines[0]?.container ?? null,
    previous: lines.some((line) => line.run === 'previous'),
    complete: read.isWhole,
    patterns: groups
      .toSorted((a, b) => b[1].length - a[1].length)
      .slice(0, 5)
      .map(([template, group]) => ({
        template,
        n: read.isWhole ? group.length : { at_least: group.length },
      })),
    lines: lines
      .slice(-MAX_LINES)
      .map(({ at, run, message }) =>
        `${at ?? ''} ${run === 'previous' ? '[previous] ' : ''}${message}`.slice(0, MAX_LINE),
      ),
    evidence: read.views.map((view) => view.cite()),
  }
}

// Memory and processor of the container in question: asked for, allowed, used now, and of memory what samples show.
export function showUse(
  facts: Readonly<{
    pod: PodDetail | null
    container: string | null
    top: Of<typeof k8sPodsTop>
    memory: Awaited<ReturnType<typeof readMemory>>
  }>,
) {
  const { pod, container, top, memory } = facts
  const spec = pod?.containers.find((one) => one.name === container) ?? pod?.containers[0]
  if (pod === null || spec === undefined) return null
  const used = top.views
    .flatMap((view) => view.value.pods)
    .find((one) => one.namespace === pod.namespace && one.name === pod.name)
    ?.containers.find((one) => one.name === spec.name)
  return {
    container: spec.name,
    request: spec.requests,
    limit: spec.limits,
    now: used === undefined ? null : { cpu_cores: used.cpu_cores, memory_bytes: used.memory_bytes },
    p95: memory === null || memory.p95 === null ? null : { memory_bytes: memory.p95, e: memory.e },
    at_kill:
      memory === null || memory.at_kill === null ? null : { memory_bytes: memory.at_kill, e: memory.e },
  }
}

// What the pod refers to and whether it is there: null where that was not read, as for every secret.
export function showRefs(
  pod: PodDetail | null,
  reads: Readonly<{ configmaps: Of<typeof k8sConfigmapsList>; pvcs: Of<typeof k8sPvcsList> }>,
) {
  if (pod === null) return []
  const known = (read: Read<unknown>, names: readonly string[], name: string) =>
    names.includes(name) ? true : read.isWhole ? false : null
  const maps = reads.configmaps.views.flatMap((view) => view.value.configmaps.map((one) => one.name))
  const claims = reads.pvcs.views.flatMap((view) => view.value.pvcs.map((one) => one.name))
  const refs = [
    ...pod.containers.flatMap((container) => [
      ...container.env.flatMap(({ source, ref, optional }) =>
        (source === 'configmap' || source === 'secret') && ref !== null && optional !== true
          ? [toRef(source, ref)]
          : [],
      ),
      ...container.env_from.map((text) => toRef(text.split('/')[0] ?? '', text.split('/')[1] ?? '')),
    ]),
    ...pod.volumes.flatMap(({ type, source }) =>
      source === null ? [] : [toRef(type === 'persistentVolumeClaim' ? 'pvc' : type.toLowerCase(), source)],
    ),
  ].filter((ref) => ['configmap', 'secret', 'pvc'].includes(ref.kind) && ref.name !== '')
  const distinct = new Map(refs.map((ref) => [`${ref.kind}/${ref.name}/${ref.key ?? ''}`, ref]))
  return [...distinct.values()]
    .map((ref) => ({
      ...ref,
      exists:
        ref.kind === 'configmap'
          ? known(reads.configmaps, maps, ref.name)
          : ref.kind === 'pvc'
            ? known(reads.pvcs, claims, ref.name)
            : null,
    }))
    .toSorted((a, b) => Number(a.exists !== false) - Number(b.exists !== false))
    .slice(0, 10)
}

// The newest revision against the one before: what differs, and how long before the trouble it was made.
export function showChange(read: Of<typeof k8sRolloutsHistory> | null, since: number | null) {
  const [view] = read?.views ?? []
  if (view === undefined) return null
  const { revisions } = view.value
  const current = revisions.find((one) => one.current) ?? revisions[0]
  const before = revisions.find((one) => one !== current)
  if (current === undefined) return null
  const at = parseTime(current.created_at)
  const from = before?.images.join(', ') ?? null
  const to = current.images.join(', ')
  return {
    from: before?.revision ?? null,
    to: current.revision,
    at: showTime(at),
    lag_s: at === null || since === null ? null : secondsBetween(at, since),
    cause: current.change_cause,
    diff: from === null ? null : from === to ? [] : [{ path: 'images', from, to }],
    e: view.cite(),
  }
}

function toRef(kind: string, ref: string): Readonly<{ kind: string; name: string; key?: string }> {
  const [name = '', key] = ref.split(/[/:]/, 2)
  return key === undefined ? { kind, name } : { kind, name, key }
}
