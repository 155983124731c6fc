import { createHash } from 'node:crypto'
import {
  alertsActiveList,
  cloudDatabasesList,
  cloudTargetHealthList,
  k8sDaemonsetsList,
  k8sDeploymentsList,
  k8sEndpointsList,
  k8sPodsList,
  k8sStatefulsetsList,
  type OperationDefinition,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'
import type { FactKind, FactRow } from '../store/index.ts'
import { toLabelled, toName, toScope, toSeenAt, toWorkload } from './names.ts'

// Facts that one read teaches at the most.
export const MAX_LEARNED = 500

type Relation = Readonly<{
  kind: FactKind
  from: string | null
  to: string | null
  namespace?: string | null | undefined
}>
type Place = Readonly<Record<string, string>>
type Learner = Readonly<{ id: string; relate(value: unknown, place: Place): readonly Relation[] }>

const LEARNERS: ReadonlyMap<string, Learner> = new Map(
  [
    learnOf(k8sPodsList, ({ pods }) =>
      pods.flatMap(({ name, namespace, node, owner, images }): readonly Relation[] => {
        const workload = toWorkload(owner)
        return [
          { kind: 'workload_pod', from: workload, to: name, namespace },
          { kind: 'pod_node', from: name, to: node, namespace },
          ...images.map((to) => ({ kind: 'workload_image' as const, from: workload, to, namespace })),
        ]
      }),
    ),
    learnOf(k8sDeploymentsList, ({ deployments }) => toImages('Deployment', deployments)),
    learnOf(k8sStatefulsetsList, ({ statefulsets }) => toImages('StatefulSet', statefulsets)),
    learnOf(k8sDaemonsetsList, ({ daemonsets }) => toImages('DaemonSet', daemonsets)),
    learnOf(k8sEndpointsList, ({ endpoints }) =>
      endpoints.map(({ service, target, namespace }) => ({
        kind: 'service_pod',
        from: service,
        to: target?.startsWith('Pod/') === true ? target.slice('Pod/'.length) : null,
        namespace,
      })),
    ),
    learnOf(alertsActiveList, ({ alerts }) =>
      alerts.map(({ name, labels }) => {
        const labelled = toLabelled(labels)
        return {
          kind: 'alert_workload',
          from: name,
          to: labelled?.workload ?? null,
          namespace: labelled?.namespace,
        }
      }),
    ),
    learnOf(cloudDatabasesList, ({ databases }, place) =>
      databases.map(({ id }) => ({
        kind: 'database_account',
        from: id,
        to: place['account'] ?? place['project'] ?? place['tenant'] ?? null,
      })),
    ),
    learnOf(cloudTargetHealthList, ({ load_balancer, targets }) =>
      targets.map(({ target }) => ({ kind: 'load_balancer_target', from: load_balancer, to: target })),
    ),
  ].map((learner) => [learner.id, learner]),
)

// What a read shows of how things hang together, in closed fields; names that hold what nobody sees are left out. Only
// what was seen teaches, as of the moment that the source says.
export function toFacts(
  { request, instances }: ReadResult,
  facts: Readonly<{ organisation: string; call: string | null }>,
): readonly FactRow[] {
  const learner = LEARNERS.get(request.operation.id)
  if (learner === undefined) return []
  const rows = instances.flatMap((instance) => toRows(instance, learner, facts))
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, MAX_LEARNED)
}

function toRows(
  { outcome }: InstanceRead,
  { id: operation, relate }: Learner,
  { organisation, call }: Readonly<{ organisation: string; call: string | null }>,
): readonly FactRow[] {
  if (!outcome.seen) return []
  const seen_at = toSeenAt(outcome.sources)
  if (seen_at === null) return []
  const scope = toScope(outcome.sources)
  return relate(outcome.value, scope).flatMap(({ kind, from, to, namespace = null }) => {
    const [from_name, to_name, inside] = [toName(from), toName(to), toName(namespace)]
    if (from_name === null || to_name === null || (namespace !== null && inside === null)) return []
    const id = hash([kind, from_name, to_name, inside, Object.entries(scope).sort()])
    return [
      { organisation, id, kind, from_name, to_name, namespace: inside, scope, operation, call, seen_at },
    ]
  })
}

function learnOf<I extends z.ZodObject, O extends z.ZodObject>(
  { id }: OperationDefinition<I, O>,
  relate: (value: z.output<O>, place: Place) => readonly Relation[],
): Learner {
  // A value was checked against the operation's output before it was seen.
  return { id, relate: (value, place) => relate(value as z.output<O>, place) }
}

function toImages(
  kind: string,
  rows: readonly Readonly<{ name: string; namespace: string; images: readonly string[] }>[],
): readonly Relation[] {
  return rows.flatMap(({ name, namespace, images }) =>
    images.map((to) => ({ kind: 'workload_image', from: `${kind}/${name}`, to, namespace })),
  )
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32)
}
