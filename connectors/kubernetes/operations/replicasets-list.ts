import { k8sReplicasetsList } from '@vedette/proto/operations'
import { countAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toImages } from '../rows/container.ts'
import { findCondition, toCreatedAt, toName, toOwner } from '../rows/metadata.ts'
import { toDesired, toRevision } from '../rows/workload.ts'
import { serveList } from '../serve-list.ts'

// Replica sets, each with its owner.
export const serveReplicasetsList = serveList(k8sReplicasetsList, {
  resource: RESOURCES.replicasets,
  toRow: (object) => ({
    ...toName(object),
    owner: toOwner(object),
    revision: toRevision(object),
    desired: toDesired(object),
    current: countAt(object, 'status.replicas'),
    ready: countAt(object, 'status.readyReplicas'),
    available: countAt(object, 'status.availableReplicas'),
    message: findCondition(object, 'ReplicaFailure')?.message ?? null,
    images: toImages(object, 'spec.template.spec.containers'),
    created_at: toCreatedAt(object),
  }),
  keep: (row, input) =>
    (input.owner === undefined || row.owner?.name === input.owner) &&
    (!input.active_only || row.desired > 0 || row.current > 0),
  toValue: (replicasets) => ({ replicasets }),
})
