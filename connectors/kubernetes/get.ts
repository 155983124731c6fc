import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import { isAllowed, toForbidden, withRight } from './access.ts'
import type { KubernetesClient } from './client.ts'
import { isRefusal, REFUSALS } from './errors.ts'
import { rememberNamespace } from './namespaces.ts'
import { isObject, type Json, mismatch } from './objects.ts'
import { type Resource, toPath } from './resources.ts'
import { toNotServed } from './served.ts'

export type GetAsk = Readonly<{
  resource: Resource
  namespace?: string | undefined
  name: string
  context: CallContext
}>

// Reads one object. Throws ArgumentError `not_found` when the server says that it does not exist, `forbidden` naming
// the right, `not_served` for a kind that the cluster lacks.
export async function getObject(client: KubernetesClient, ask: GetAsk): Promise<Json> {
  const object = await findObject(client, ask)
  if (object !== undefined) return object
  const where = ask.namespace === undefined ? '' : ` in namespace ${ask.namespace}`
  throw new ArgumentError({
    code: 'not_found',
    field: 'name',
    message: `${ask.resource.plural} ${ask.name}${where} does not exist`,
    fix: 'list them to find the name',
  })
}

// The same, but undefined when the server says that the object does not exist.
export async function findObject(client: KubernetesClient, ask: GetAsk): Promise<Json | undefined> {
  const { resource, namespace, name, context } = ask
  const right = { verb: 'get', resource, namespace, name }
  if (!(await isAllowed(client, right, context))) throw toForbidden(right)
  for (const version of resource.versions) {
    const path = toPath(resource, version, { namespace, name })
    try {
      const object = await withRight(right, () => client.get({ path, context }))
      if (!isObject(object) || !isObject(object['metadata'])) throw mismatch()
      if (namespace !== undefined) await rememberNamespace(client, namespace)
      return object
    } catch (error) {
      if (isRefusal(error, REFUSALS.noObject)) return undefined
      const absent = await toNotServed(client, { resource, version, error, context })
      if (absent === undefined) throw error
      if (version === resource.versions.at(-1)) throw absent
    }
  }
  throw new SourceError('not_served')
}
