import type { Clock } from '@vedette/proto/clock'
import {
  k8sDeploymentsGet,
  k8sResourcesGet,
  k8sWorkloadsRestart,
  type OperationDefinition,
} from '@vedette/proto/operations'
import { z } from 'zod'
import type { Dispatch, InstanceRead, ReadResult } from '../dispatch/index.ts'
import type { Fleet } from '../fleet/types.ts'
import type { Principal, Store } from '../store/types.ts'

export type ObjectReads = Readonly<{
  // The same dispatch, which remembers what an investigation reads of objects that something may be done to.
  watching(dispatch: Dispatch): Dispatch
  // Whether the object that a preview shows was read in this investigation, in the very version that it is in now. True
  // for what rests on no read.
  wasRead(
    facts: Readonly<{ principal: Principal; investigation: string | undefined; preview: ReadResult }>,
  ): Promise<boolean>
}>

type ObjectVersion = Readonly<{ kind: string; namespace: string; name: string; resource_version: string }>
type Reader = (value: unknown) => ObjectVersion | null

const workload = z.object({
  apiVersion: z.literal('apps/v1'),
  kind: z.enum(['Deployment', 'StatefulSet', 'DaemonSet']),
  metadata: z.object({ namespace: z.string(), name: z.string(), resourceVersion: z.string() }),
})

// Which reads show an object whole, and how.
const READERS: ReadonlyMap<string, Reader> = new Map([
  readerOf(k8sDeploymentsGet, ({ deployment: { namespace, name, resource_version } }) => ({
    ...{ kind: 'Deployment', namespace, name, resource_version },
  })),
  readerOf(k8sResourcesGet, ({ object }) => {
    const { data } = workload.safeParse(object)
    if (data === undefined) return null
    const { namespace, name, resourceVersion } = data.metadata
    return { kind: data.kind, namespace, name, resource_version: resourceVersion }
  }),
])

// What is done only to an object that was read, and how its preview shows that object.
const EFFECTS: ReadonlyMap<string, Reader> = new Map([readerOf(k8sWorkloadsRestart, (preview) => preview)])

// What investigations have read, in the store, so that any replica knows. Nothing is kept of an organisation that no
// agent lets do any of this.
export function createObjectReads(
  parts: Readonly<{
    store: Pick<Store, 'objectReads'>
    fleet: Pick<Fleet, 'agents'>
    clock: Pick<Clock, 'now'>
    onFault?: (error: unknown) => void
  }>,
): ObjectReads {
  const { objectReads } = parts.store

  function isOffered(organisation: string): boolean {
    return parts.fleet
      .agents(organisation)
      .some(({ connectors }) =>
        connectors.some(({ operations }) => operations.some(({ id }) => EFFECTS.has(id))),
      )
  }

  return Object.freeze({
    watching(dispatch: Dispatch): Dispatch {
      return async (requests, context) => {
        const results = await dispatch(requests, context)
        const { investigation } = context
        const { organisation } = context.principal
        if (investigation === undefined) return results
        const rows = results.flatMap((result) => toObjects(result, READERS))
        // Looked at last: it goes through what every agent serves.
        if (rows.length === 0 || !isOffered(organisation)) return results
        const at = parts.clock.now()
        // What could not be kept was not read as far as anybody knows; the answer stands.
        await Promise.all(
          rows.map((row) => objectReads.put({ organisation, investigation, at, ...row })),
        ).catch((error: unknown) => parts.onFault?.(error))
        return results
      }
    },
    async wasRead({ principal, investigation, preview }) {
      if (!EFFECTS.has(preview.request.operation.id)) return true
      const [now] = toObjects(preview, EFFECTS)
      if (investigation === undefined || now === undefined) return false
      const { object, resource_version } = now
      return (await objectReads.find(principal.organisation, { investigation, object })) === resource_version
    },
  } satisfies ObjectReads)
}

function toObjects({ request, instances }: ReadResult, readers: ReadonlyMap<string, Reader>) {
  const reader = readers.get(request.operation.id)
  if (reader === undefined) return []
  return instances.flatMap((instance) => {
    const seen = instance.outcome.seen ? reader(instance.outcome.value) : null
    if (seen === null) return []
    const { kind, namespace, name, resource_version } = seen
    return [{ object: JSON.stringify([...toPlace(instance), kind, namespace, name]), resource_version }]
  })
}

// The cluster by its proved identity; where none is proved, the agent and its instance.
function toPlace({ agent, instance, outcome }: InstanceRead): readonly string[] {
  const [scope] = outcome.sources.map((source) => source.scope)
  const { cluster, cluster_uid } = { ...scope }
  return cluster === undefined ? [agent ?? '', instance] : [cluster, cluster_uid ?? '']
}

function readerOf<I extends z.ZodObject, O extends z.ZodObject>(
  { id }: OperationDefinition<I, O>,
  read: (value: z.output<O>) => ObjectVersion | null,
): readonly [string, Reader] {
  // A value was checked against the operation's output before it was seen.
  return [id, (value) => read(value as z.output<O>)]
}
