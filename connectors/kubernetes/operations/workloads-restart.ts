import { together, toRfc3339 } from '@vedette/connectors/kit'
import { ArgumentError, type CallContext, serveWrite } from '@vedette/proto/connector'
import { k8sWorkloadsRestart } from '@vedette/proto/operations'
import type { z } from 'zod'
import { isAllowed, toForbidden, withRight } from '../access.ts'
import type { KubernetesClient } from '../client.ts'
import { isRefusal, REFUSALS } from '../errors.ts'
import { toObjectReading } from '../fold.ts'
import { getObject } from '../get.ts'
import { findIdentity } from '../identity.ts'
import { flagAt, isObject, type Json, mapAt, mismatch, nameAt, numberAt } from '../objects.ts'
import { RESOURCES, type Resource, toPath } from '../resources.ts'

type Input = z.output<typeof k8sWorkloadsRestart.input>

const RESTARTED = 'kubectl.kubernetes.io/restartedAt'
const ACTION = 'vedette.dev/action'
const TEMPLATE = 'spec.template.metadata.annotations'

const KINDS: Readonly<Record<Input['kind'], Resource>> = Object.freeze({
  Deployment: RESOURCES.deployments,
  StatefulSet: RESOURCES.statefulsets,
  DaemonSet: RESOURCES.daemonsets,
})

// A rollout restart: an annotation of the pod template, patched under the resourceVersion that was read, so that an
// object that has changed since is left alone.
export const serveWorkloadsRestart = serveWrite(k8sWorkloadsRestart, {
  async preview(client: KubernetesClient, input, context) {
    const { identity, object } = await read(client, input, context)
    checkUnchanged(object, input)
    return toReading(object, { input, identity, context, restarted: false })
  },
  async run(client: KubernetesClient, input, context) {
    const { identity, object } = await read(client, input, context)
    // The same action, tried again: it has happened.
    if (mapAt(object, TEMPLATE)[ACTION] === context.idempotencyKey)
      return toReading(object, { input, identity, context, restarted: true })
    checkUnchanged(object, input)
    const changed = await restart(client, input, context)
    return toReading(changed, { input, identity, context, restarted: true })
  },
})

async function read(client: KubernetesClient, { kind, namespace, name }: Input, context: CallContext) {
  const [identity, object] = await together([
    findIdentity(client, context),
    getObject(client, { resource: KINDS[kind], namespace, name, context }),
  ])
  return { identity, object }
}

type Keyed = CallContext & Readonly<{ idempotencyKey: string }>

async function restart(client: KubernetesClient, input: Input, context: Keyed): Promise<Json> {
  const { kind, namespace, name, resource_version } = input
  const resource = KINDS[kind]
  const right = { verb: 'patch', resource, namespace, name }
  if (!(await isAllowed(client, right, context))) throw toForbidden(right)
  const annotations = { [RESTARTED]: toRfc3339(context.clock.now()), [ACTION]: context.idempotencyKey }
  const body = {
    metadata: { resourceVersion: resource_version },
    spec: { template: { metadata: { annotations } } },
  }
  const [version = 'v1'] = resource.versions
  const path = toPath(resource, version, { namespace, name })
  try {
    const object = await withRight(right, () => client.patch({ path, body, context }))
    if (!isObject(object) || mapAt(object, TEMPLATE)[ACTION] !== context.idempotencyKey) throw mismatch()
    return object
  } catch (error) {
    throw isRefusal(error, REFUSALS.conflict) ? toChanged() : error
  }
}

function checkUnchanged(object: Json, { resource_version }: Input): void {
  if (nameAt(object, 'metadata.resourceVersion') !== resource_version) throw toChanged()
}

function toChanged(): ArgumentError {
  return new ArgumentError({
    field: 'resource_version',
    message: 'the object has changed since it was read',
    fix: 'read it again, and ask again with its new resource_version',
  })
}

function toReading(
  object: Json,
  facts: Readonly<{
    input: Input
    identity: Awaited<ReturnType<typeof findIdentity>>
    context: CallContext
    restarted: boolean
  }>,
) {
  const { input, identity, context, restarted } = facts
  const { namespace, kind, name } = input
  const isDaemon = kind === 'DaemonSet'
  const value = {
    restarted,
    namespace,
    kind,
    name,
    resource_version: nameAt(object, 'metadata.resourceVersion'),
    desired: numberAt(object, isDaemon ? 'status.desiredNumberScheduled' : 'spec.replicas'),
    ready: numberAt(object, isDaemon ? 'status.numberReady' : 'status.readyReplicas') ?? 0,
    // A paused rollout keeps its pods: the restart waits until somebody resumes it.
    paused: kind === 'Deployment' ? flagAt(object, 'spec.paused') : null,
    restarted_at: restarted ? textAtAnnotation(object) : null,
  }
  return toObjectReading(value, identity, context, { namespace })
}

function textAtAnnotation(object: Json): string | null {
  return mapAt(object, TEMPLATE)[RESTARTED] ?? null
}
