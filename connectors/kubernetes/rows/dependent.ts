import { countAt, type Json, nameAt } from '../objects.ts'
import { RESOURCES, type Resource } from '../resources.ts'
import { findCondition, toCreatedAt, toOwner } from './metadata.ts'
import { toPodStatus } from './pod-status.ts'
import { toDesired } from './workload.ts'

// A pod, replica set or job below a workload as one row.
export function toDependent(object: Json, resource: Resource, now: number) {
  const owner = toOwner(object)
  return {
    ...toKindAndStatus(object, resource, now),
    name: nameAt(object, 'metadata.name'),
    owner: owner === null ? '' : `${owner.kind}/${owner.name}`,
    created_at: toCreatedAt(object),
  }
}

function toKindAndStatus(object: Json, resource: Resource, now: number) {
  if (resource === RESOURCES.pods) return { kind: 'Pod', status: toPodStatus(object, now).status }
  if (resource === RESOURCES.replicasets) {
    const status = `${countAt(object, 'status.readyReplicas')}/${toDesired(object)} ready`
    return { kind: 'ReplicaSet', status }
  }
  const ended = ['Failed', 'Complete'].find((type) => findCondition(object, type)?.status === 'True')
  return { kind: 'Job', status: ended ?? `${countAt(object, 'status.active')} active` }
}
