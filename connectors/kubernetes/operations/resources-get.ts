import { together } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { k8sResourcesGet } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toObjectReading } from '../fold.ts'
import { getObject } from '../get.ts'
import { findIdentity } from '../identity.ts'
import { findKind } from '../kinds.ts'
import { withhold } from '../withhold.ts'

// One object of any kind but Secret, without what must not be shown.
export const serveResourcesGet = serve(k8sResourcesGet, async (client: KubernetesClient, input, context) => {
  const [identity, resource] = await together([
    findIdentity(client, context),
    findKind(client, input, context),
  ])
  const { name } = input
  if (resource.namespaced && input.namespace === undefined) {
    throw new ArgumentError({
      field: 'namespace',
      message: `${input.kind} belongs to namespaces`,
      fix: 'name the namespace',
    })
  }
  const namespace = resource.namespaced ? input.namespace : undefined
  const object = await getObject(client, { resource, namespace, name, context })
  const place = namespace === undefined ? {} : { namespace }
  return toObjectReading(withhold(object, input.kind), identity, context, place)
})
