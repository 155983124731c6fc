import { together, toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, serve } from '@vedette/proto/connector'
import { k8sLineageGet } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { KubernetesClient } from '../client.ts'
import { toCut, toListReading, withParts } from '../fold.ts'
import { getObject } from '../get.ts'
import { findIdentity, toIdentityWarnings } from '../identity.ts'
import { type Json, listAt, nameAt } from '../objects.ts'
import { findOwners } from '../owners.ts'
import { readKinds, toRows } from '../read.ts'
import { RESOURCES, type Resource, toResourceName } from '../resources.ts'
import { toDependent } from '../rows/dependent.ts'
import { toSelectorText } from '../rows/metadata.ts'

type Input = z.output<typeof k8sLineageGet.input>

const KINDS = Object.freeze({
  Pod: RESOURCES.pods,
  ReplicaSet: RESOURCES.replicasets,
  Deployment: RESOURCES.deployments,
  StatefulSet: RESOURCES.statefulsets,
  DaemonSet: RESOURCES.daemonsets,
  Job: RESOURCES.jobs,
  CronJob: RESOURCES.cronjobs,
})
// What a kind owns, level by level.
const OWNS: Readonly<Record<Input['kind'], readonly Resource[]>> = Object.freeze({
  Pod: [],
  ReplicaSet: [RESOURCES.pods],
  Deployment: [RESOURCES.replicasets, RESOURCES.pods],
  StatefulSet: [RESOURCES.pods],
  DaemonSet: [RESOURCES.pods],
  Job: [RESOURCES.pods],
  CronJob: [RESOURCES.jobs, RESOURCES.pods],
})

// Owners above an object and dependents below it; each kind that was looked through is a part.
export const serveLineageGet = serve(k8sLineageGet, async (client: KubernetesClient, input, context) => {
  const { namespace, kind, name } = input
  const resource = KINDS[kind]
  const identity = await findIdentity(client, context)
  const object = await getObject(client, { resource, namespace, name, context })
  const scope = { ...identity.scope, namespace }
  const [above, below] = await together([
    findOwners(client, object, { namespace, scope, context }),
    findDependents(client, object, { input, context }),
  ])
  const last = above.owners.findLast((one) => one.exists !== false)
  const value = {
    owners: [...above.owners],
    root: last === undefined ? { kind, name } : { kind: last.kind, name: last.name },
    dependents: [...below.dependents],
  }
  const as_of = toRfc3339(context.clock.now())
  const itself: Part = {
    scope: { ...scope, resource: toResourceName(resource) },
    state: 'read',
    items: 1,
    as_of,
  }
  return partialOf(value, [itself, ...above.parts, ...below.parts], toIdentityWarnings(identity))
})

async function findDependents(
  client: KubernetesClient,
  object: Json,
  call: Readonly<{ input: Input; context: CallContext }>,
) {
  const { input, context } = call
  const { namespace } = input
  const kinds = OWNS[input.kind]
  if (kinds.length === 0) return { dependents: [], parts: [] }
  const labelSelector = toSelectorText(object, 'spec.selector') ?? undefined
  const read = await readKinds(
    client,
    kinds.map((resource) => ({ resource, namespace, labelSelector, context })),
    (one, resource) => ({ ...toDependent(one, resource, context.clock.now()), ...toRefs(one) }),
  )
  const rows = toRows(read)
  const known = new Set([nameAt(object, 'metadata.uid')])
  // Kinds stand level by level, so every owner is met before what it owns.
  const owned = rows.filter((row) => {
    const isOwned = row.owners.some((uid) => known.has(uid))
    if (isOwned) known.add(row.uid)
    return isOwned
  })
  const shown = owned.slice(0, input.limit)
  const ids = new Set(owned.map((row) => row.uid))
  const reading = toListReading(null, {
    read,
    matching: (some) => some.filter((row) => ids.has(row.uid)).length,
    page: { shown: shown.length, total: owned.length },
    context,
    tool: 'k8s_lineage_get',
    args: input,
  })
  const cut = shown.length < owned.length
  const { parts } = cut ? withParts(reading, (part) => toCut(part, 'rows')) : reading
  const dependents = shown.map(({ uid: _, owners: __, ...row }) => row)
  return { dependents, parts }
}

function toRefs(object: Json) {
  return {
    uid: nameAt(object, 'metadata.uid'),
    owners: listAt(object, 'metadata.ownerReferences').map((one) => nameAt(one, 'uid')),
  }
}
