import { flagAt, type Json, listAt, mapAt, nameAt, textAt } from '../objects.ts'
import { type Condition, toConditions, toCreatedAt, toDeletingSince, toTaints, toTruth } from './metadata.ts'

const ROLE = 'node-role.kubernetes.io/'

// What is wrong with a node: conditions that should be otherwise, cordon, deletion. Unknown readiness is wrong too.
export function toNodeState(node: Json) {
  const conditions = toConditions(node)
  const ready = conditions.find((one) => one.type === 'Ready')
  const wrong = conditions.filter((one) =>
    one.type === 'Ready' ? one.status !== 'True' : one.status !== 'False',
  )
  const isCordoned = flagAt(node, 'spec.unschedulable')
  const isDeleting = toDeletingSince(node) !== null
  const since = wrong.flatMap((one) => one.since ?? []).sort()
  return {
    ready: toTruth(ready),
    problems: [
      ...(ready === undefined ? ['ReadyUnknown'] : []),
      ...wrong.map(toProblem),
      ...(isCordoned ? ['Cordoned'] : []),
      ...(isDeleting ? ['Deleting'] : []),
    ],
    problem_since: since[0] ?? null,
    message: (wrong.find((one) => one.type === 'Ready') ?? wrong[0])?.message ?? null,
  }
}

function toProblem({ type, status }: Condition): string {
  if (type === 'Ready') return status === 'False' ? 'NotReady' : 'ReadyUnknown'
  return status === 'True' ? type : `${type}Unknown`
}

// Identity, place and versions of a node.
export function toNodeFacts(node: Json) {
  const labels = mapAt(node, 'metadata.labels')
  const label = (...keys: readonly string[]) =>
    keys.map((key) => labels[key]).find((one) => one !== undefined) ?? null
  return {
    name: nameAt(node, 'metadata.name'),
    roles: Object.keys(labels)
      .filter((key) => key.startsWith(ROLE))
      .map((key) => key.slice(ROLE.length))
      .sort(),
    zone: label('topology.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/zone'),
    instance_type: label('node.kubernetes.io/instance-type', 'beta.kubernetes.io/instance-type'),
    provider_id: textAt(node, 'spec.providerID'),
    kubelet_version: textAt(node, 'status.nodeInfo.kubeletVersion'),
    os_image: textAt(node, 'status.nodeInfo.osImage'),
    runtime: textAt(node, 'status.nodeInfo.containerRuntimeVersion'),
    taints: toTaints(listAt(node, 'spec.taints')),
    created_at: toCreatedAt(node),
  }
}
