import { ArgumentError, type CallContext, SourceError } from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import type { KubernetesClient } from './client.ts'
import { toErrorPart } from './fold.ts'
import { findObject } from './get.ts'
import { findKind } from './kinds.ts'
import { type Json, listAt, nameAt } from './objects.ts'

// One owner above an object; `exists` is null when it could not be read.
export type Owner = Readonly<{ kind: string; name: string; api_version: string; exists: boolean | null }>

const MOST_OWNERS = 8

// Follows the controlling owners of an object to the root, nearest first. What could not be followed is a part.
export async function findOwners(
  client: KubernetesClient,
  start: Json,
  facts: Readonly<{ namespace: string; scope: Scope; context: CallContext }>,
): Promise<Readonly<{ owners: readonly Owner[]; parts: readonly Part[] }>> {
  const owners: Owner[] = []
  let object: Json | undefined = start
  while (object !== undefined && owners.length < MOST_OWNERS) {
    const ref: Json | undefined = listAt(object, 'metadata.ownerReferences').find(
      (one) => one['controller'] === true,
    )
    if (ref === undefined) break
    const owner = {
      kind: nameAt(ref, 'kind'),
      name: nameAt(ref, 'name'),
      api_version: nameAt(ref, 'apiVersion'),
    }
    const found = await followOwner(client, owner, facts)
    if ('part' in found) return { owners: [...owners, { ...owner, exists: null }], parts: [found.part] }
    // Another object of the name is not the owner.
    const isIt: boolean = found.object !== undefined && nameAt(found.object, 'metadata.uid') === ref['uid']
    owners.push({ ...owner, exists: isIt })
    object = isIt ? found.object : undefined
  }
  return { owners, parts: [] }
}

async function followOwner(
  client: KubernetesClient,
  owner: Omit<Owner, 'exists'>,
  facts: Readonly<{ namespace: string; scope: Scope; context: CallContext }>,
): Promise<Readonly<{ object: Json | undefined } | { part: Part }>> {
  const { namespace, context } = facts
  const scope = { ...facts.scope, owner: `${owner.kind}/${owner.name}` }
  try {
    const resource = await findKind(client, owner, context)
    const place = resource.namespaced ? { namespace } : {}
    return { object: await findObject(client, { resource, ...place, name: owner.name, context }) }
  } catch (error) {
    if (error instanceof SourceError) return { part: toErrorPart(scope, error) }
    if (!(error instanceof ArgumentError)) throw error
    return { part: { scope, state: 'unproven', items: 0, why: 'owner_kind_not_served' } }
  }
}
