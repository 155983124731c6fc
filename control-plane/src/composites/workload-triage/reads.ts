import {
  k8sConfigmapsList,
  k8sDaemonsetsList,
  k8sDeploymentsGet,
  k8sDeploymentsList,
  k8sEventsList,
  k8sLineageGet,
  k8sPodsGet,
  k8sPodsList,
  k8sPodsLogs,
  k8sPodsTop,
  k8sPvcsList,
  k8sResourceQuotasList,
  k8sRolloutsHistory,
  k8sStatefulsetsList,
} from '@vedette/proto/operations'
import { hasEffect } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { Routing } from '../../dispatch/types.ts'
import { itemsOf, placeOf, type Read, type View } from '../read.ts'
import type { Reader } from '../reader.ts'

export const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Pod'] as const
export type Kind = (typeof KINDS)[number]

export type Named = Readonly<{ namespace: string; name: string; kind: Kind }>
type Span = Readonly<{ from: string; to: string }>

// The object as its own kind shows it, in one cluster.
export type ObjectFacts = Readonly<{
  view: View<unknown>
  replicas: Readonly<{ want: number; ready: number; updated: number }> | null
  problem: string | null
  selector: string | null
  images: readonly string[]
  revision: string | null
  pod: z.output<typeof k8sPodsGet.output>['pod'] | null
}>

// The object in every cluster in scope; `isWhole`: no place was left out. Other ways to read it are spared.
export async function readObject(
  reader: Reader,
  { namespace, name, kind }: Named,
): Promise<Readonly<{ objects: readonly ObjectFacts[]; isWhole: boolean }>> {
  const ways = {
    Deployment: k8sDeploymentsGet,
    StatefulSet: k8sStatefulsetsList,
    DaemonSet: k8sDaemonsetsList,
    Pod: k8sPodsGet,
  }
  for (const [other, operation] of Object.entries(ways))
    if (other !== kind && other !== 'Pod') reader.spare(operation, `a ${kind} is named`)
  if (kind === 'Deployment') {
    const read = await reader.read(k8sDeploymentsGet, { namespace, name })
    return { objects: read.views.map((view) => fromDeployment(view)), isWhole: isRead(read) }
  }
  if (kind === 'Pod') {
    const read = await reader.read(k8sPodsGet, { namespace, name })
    return { objects: read.views.map((view) => fromPod(view)), isWhole: isRead(read) }
  }
  const read =
    kind === 'StatefulSet'
      ? itemsOf(
          await reader.read(k8sStatefulsetsList, { namespace, limit: 5000 }),
          (value) => value.statefulsets,
        )
      : itemsOf(await reader.read(k8sDaemonsetsList, { namespace, limit: 5000 }), (value) => value.daemonsets)
  const own = read.filter(({ item }) => item.name === name)
  return { objects: own.map(({ item, view }) => fromRow(item, view)), isWhole: own.length > 0 }
}

function isRead(read: Read<unknown>): boolean {
  return read.views.length > 0 && !read.sources.some((source) => hasEffect(source, 'P'))
}

const NOTHING = {
  replicas: null,
  problem: null,
  selector: null,
  images: [],
  revision: null,
  pod: null,
} as const

function fromDeployment(view: View<z.output<typeof k8sDeploymentsGet.output>>): ObjectFacts {
  const { deployment } = view.value
  const { problem, selector, revision, desired, ready, updated, containers } = deployment
  return {
    ...NOTHING,
    ...{ view, problem, selector, revision },
    replicas: { want: desired, ready, updated },
    images: containers.map((one) => one.image),
  }
}

function fromPod(view: View<z.output<typeof k8sPodsGet.output>>): ObjectFacts {
  const { pod } = view.value
  return { ...NOTHING, view, pod, images: pod.containers.map((one) => one.image) }
}

type Row = Readonly<{
  desired: number
  ready: number
  updated: number
  problem: string | null
  images: readonly string[]
}>

function fromRow(row: Row, view: View<unknown>): ObjectFacts {
  const { desired, ready, updated, problem, images } = row
  return { ...NOTHING, view, problem, images, replicas: { want: desired, ready, updated } }
}

// The same deployment in other clusters, whichever the caller named; null where none was read, and for kinds whose list
// grades this one.
export async function readElsewhere(reader: Reader, named: Named, own: View<unknown> | undefined) {
  if (named.kind !== 'Deployment' || own === undefined) {
    reader.spare(k8sDeploymentsList, 'nothing to compare with was found')
    return null
  }
  const { namespace, name } = named
  const read = await reader.read(k8sDeploymentsList, { namespace, limit: 5000 }, { cluster: 'all' })
  if (read.views.length === 0) return null
  return itemsOf(read, (value) => value.deployments)
    .filter(({ item, view }) => item.name === name && placeOf(view) !== placeOf(own))
    .map(({ item, view }) => ({
      cluster: placeOf(view),
      revision: item.revision,
      images: item.images,
      ready: item.ready,
      want: item.desired,
      e: view.cite(),
    }))
    .toSorted(
      (a, b) => Number(a.ready >= a.want) - Number(b.ready >= b.want) || (a.cluster < b.cluster ? -1 : 1),
    )
    .slice(0, 20)
}

// What surrounds the object, where it is.
export async function readAround(
  reader: Reader,
  facts: Readonly<{ named: Named; span: Span; selector: string | null; only: Routing | undefined }>,
) {
  const { named, span, selector, only } = facts
  const { namespace, name, kind } = named
  const [pods, events, rollouts, lineage, configmaps, pvcs, quotas, top] = await Promise.all([
    reader.read(
      k8sPodsList,
      { namespace, limit: 5000, ...(selector === null ? {} : { label_selector: selector }) },
      only,
    ),
    reader.read(k8sEventsList, { namespace, ...span, limit: 2000 }, only),
    kind === 'Pod' ? null : reader.read(k8sRolloutsHistory, { namespace, kind, name, limit: 10 }, only),
    reader.read(k8sLineageGet, { namespace, kind, name }, only),
    reader.read(k8sConfigmapsList, { namespace, limit: 5000 }, only),
    reader.read(k8sPvcsList, { namespace, limit: 5000 }, only),
    reader.read(k8sResourceQuotasList, { namespace, threshold: 80, limit: 500 }, only),
    reader.read(k8sPodsTop, { namespace, limit: 5000 }, only),
  ])
  return { pods, events, rollouts, lineage, configmaps, pvcs, quotas, top }
}

// The worst pod in full with its last lines, or what a healthy workload has no need of.
export async function readWorst(
  reader: Reader,
  facts: Readonly<{ named: Named; pod: string | null; span: Span; only: Routing | undefined }>,
) {
  const { named, pod, span, only } = facts
  const { namespace, kind } = named
  if (pod === null) {
    reader.spare(k8sPodsLogs, 'no pod fails')
    if (kind !== 'Pod') reader.spare(k8sPodsGet, 'no pod fails')
    return { detail: null, logs: null }
  }
  const [detail, logs] = await Promise.all([
    kind === 'Pod' ? null : reader.read(k8sPodsGet, { namespace, name: pod }, only),
    reader.read(k8sPodsLogs, { namespace, name: pod, ...span, limit: 200 }, only),
  ])
  return { detail, logs }
}
