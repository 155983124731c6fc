import { together } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { k8sRbacCanI } from '@vedette/proto/operations'
import { review } from '../access.ts'
import type { KubernetesClient } from '../client.ts'
import { toObjectReading } from '../fold.ts'
import { findIdentity } from '../identity.ts'

// One access review of the agent's own identity.
export const serveRbacCanI = serve(k8sRbacCanI, async (client: KubernetesClient, input, context) => {
  const { verb, group, namespace, name } = input
  const [plural = '', subresource] = input.resource.split('/')
  const right = {
    verb,
    resource: { group, plural },
    namespace,
    ...(subresource === undefined ? {} : { subresource }),
    ...(name === undefined ? {} : { name }),
  }
  const [identity, status] = await together([findIdentity(client, context), review(client, right, context)])
  const value = {
    allowed: status.allowed,
    denied: status.denied,
    reason: status.reason ?? null,
    evaluation_error: status.evaluationError ?? null,
  }
  return toObjectReading(value, identity, context, namespace === undefined ? {} : { namespace })
})
