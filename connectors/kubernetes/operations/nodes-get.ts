import { k8sNodesGet } from '@vedette/proto/operations'
import { flagAt, type Json, listAt, mapAt, nameAt, objectAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toConditions } from '../rows/metadata.ts'
import { toNodeFacts, toNodeState } from '../rows/node.ts'
import { serveGet } from '../serve-get.ts'

// One node in full.
export const serveNodesGet = serveGet(k8sNodesGet, {
  resource: RESOURCES.nodes,
  toValue: (node) => {
    const { ready, problems } = toNodeState(node)
    const { zone: _, instance_type: __, ...facts } = toNodeFacts(node)
    const beats = listAt(node, 'status.conditions').flatMap((one) => textAt(one, 'lastHeartbeatTime') ?? [])
    return {
      node: {
        ...facts,
        uid: nameAt(node, 'metadata.uid'),
        ready,
        problems,
        unschedulable: flagAt(node, 'spec.unschedulable'),
        conditions: toConditions(node),
        heartbeat_at: beats.sort().at(-1) ?? null,
        addresses: listAt(node, 'status.addresses').map(
          (one) => `${nameAt(one, 'type')}=${textAt(one, 'address') ?? ''}`,
        ),
        labels: mapAt(node, 'metadata.labels'),
        capacity: toTexts(objectAt(node, 'status.capacity')),
        allocatable: toTexts(objectAt(node, 'status.allocatable')),
        kernel_version: textAt(node, 'status.nodeInfo.kernelVersion'),
        architecture: textAt(node, 'status.nodeInfo.architecture'),
        images: listAt(node, 'status.images').length,
      },
    }
  },
})

function toTexts(amounts: Json): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([key, value]) => [key, String(value)]))
}
