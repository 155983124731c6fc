import { together } from '@vedette/connectors/kit'
import { type CallContext, type Served, serve } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { toObjectReading } from './fold.ts'
import { getObject } from './get.ts'
import { findIdentity } from './identity.ts'
import type { Json } from './objects.ts'
import type { Resource } from './resources.ts'

// Serves an operation that shows one named object of one kind.
export function serveGet<I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  spec: Readonly<{
    resource: Resource
    toValue(object: Json, input: z.output<I>, context: CallContext): z.input<O>
  }>,
): Served<KubernetesClient> {
  return serve(operation, async (client: KubernetesClient, input, context) => {
    const { namespace, name } = input as unknown as Readonly<{ namespace?: string; name: string }> // every such input
    const { resource } = spec
    const [identity, object] = await together([
      findIdentity(client, context),
      getObject(client, { resource, namespace, name, context }),
    ])
    const place = namespace === undefined ? {} : { namespace }
    return toObjectReading(spec.toValue(object, input, context), identity, context, place)
  })
}
