import { serve } from '@vedette/proto/connector'
import { k8sRolloutsHistory } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toCut, toListReading, withParts } from '../fold.ts'
import { getObject } from '../get.ts'
import { countAt, type Json, listAt, nameAt, numberAt, textAt } from '../objects.ts'
import { readSlices, toRows } from '../read.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { toCreatedAt, toSelectorText } from '../rows/metadata.ts'
import { toChangeCause, toDesired, toRevision } from '../rows/workload.ts'

const WORKLOADS = Object.freeze({
  Deployment: RESOURCES.deployments,
  StatefulSet: RESOURCES.statefulsets,
  DaemonSet: RESOURCES.daemonsets,
})

// The revisions that the cluster still keeps of one workload, newest first.
export const serveRolloutsHistory = serve(
  k8sRolloutsHistory,
  async (client: KubernetesClient, input, context) => {
    const { namespace, name, kind } = input
    const workload = await getObject(client, { resource: WORKLOADS[kind], namespace, name, context })
    const uid = nameAt(workload, 'metadata.uid')
    const isDeployment = kind === 'Deployment'
    const labelSelector = toSelectorText(workload, 'spec.selector') ?? undefined
    const resource = isDeployment ? RESOURCES.replicasets : RESOURCES.controllerrevisions
    const toRow = isDeployment ? toReplicaSetRow : toControllerRow
    const read = await readSlices(client, { resource, namespace, labelSelector, context }, (object) =>
      isOwnedBy(object, uid) ? [toRow(object)] : [],
    )
    const rows = [...toRows(read)].sort((a, b) => (b.revision ?? 0) - (a.revision ?? 0))
    const current = isDeployment ? (toNumber(toRevision(workload)) ?? rows[0]?.revision) : undefined
    const update = textAt(workload, 'status.updateRevision') ?? rows[0]?.name
    const shown = rows.slice(0, input.limit).map((row) => ({
      ...row,
      current: isDeployment ? row.revision !== null && row.revision === current : row.name === update,
    }))
    const value = { revisions: shown, kept: numberAt(workload, 'spec.revisionHistoryLimit') }
    const reading = toListReading(value, {
      read,
      matching: (some) => some.length,
      page: { shown: shown.length, total: rows.length },
      context,
      tool: 'k8s_rollouts_history',
      args: input,
    })
    return shown.length < rows.length ? withParts(reading, (part) => toCut(part, 'rows')) : reading
  },
)

function isOwnedBy(object: Json, uid: string): boolean {
  return listAt(object, 'metadata.ownerReferences').some((one) => one['uid'] === uid)
}

function toNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

function toReplicaSetRow(object: Json) {
  const desired = toDesired(object)
  return {
    revision: toNumber(toRevision(object)),
    ...toCommon(object, 'spec.template.spec.containers'),
    replicas: desired as number | null, // the other kinds do not say
    ready: countAt(object, 'status.readyReplicas') as number | null,
  }
}

function toControllerRow(object: Json) {
  return {
    revision: numberAt(object, 'revision'),
    ...toCommon(object, 'data.spec.template.spec.containers'),
    replicas: null,
    ready: null,
  }
}

function toCommon(object: Json, path: string) {
  return {
    name: nameAt(object, 'metadata.name'),
    created_at: toCreatedAt(object),
    images: toImages(object, path),
    change_cause: toChangeCause(object),
  }
}
