import { serve } from '@vedette/proto/connector'
import { k8sResourcesList } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { findKind } from '../kinds.ts'
import { type Json, mapAt, nameAt, objectAt, textAt } from '../objects.ts'
import { toConditions, toCreatedAt, toDeletingSince, toOwner } from '../rows/metadata.ts'
import { readList } from '../serve-list.ts'

// Objects of any kind but Secret, without their bodies.
export const serveResourcesList = serve(
  k8sResourcesList,
  async (client: KubernetesClient, input, context) => {
    const resource = await findKind(client, input, context)
    const { namespace: _, ...rest } = input
    const { reading } = await readList(
      client,
      { resource, toRow, toValue: (objects: ReturnType<typeof toRow>[]) => ({ objects }) },
      { tool: 'k8s_resources_list', input: resource.namespaced ? input : rest, context },
    )
    return reading
  },
)

function toRow(object: Json) {
  const status = Object.hasOwn(object, 'status') ? objectAt(object, 'status') : {}
  return {
    namespace: textAt(object, 'metadata.namespace'),
    name: nameAt(object, 'metadata.name'),
    owner: toOwner(object),
    labels: mapAt(object, 'metadata.labels'),
    phase: typeof status['phase'] === 'string' ? status['phase'] : null,
    // Kinds are free to call something else conditions.
    conditions: Array.isArray(status['conditions']) ? readConditions(object) : [],
    created_at: toCreatedAt(object),
    deleting_since: toDeletingSince(object),
  }
}

function readConditions(object: Json) {
  const list = objectAt(object, 'status')['conditions']
  const isUsual =
    Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null && 'type' in one)
  return isUsual ? toConditions(object) : []
}
