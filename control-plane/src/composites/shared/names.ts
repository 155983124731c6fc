// Labels that name a service, an owner or a workload, best first, as exporters, charts and vendors spell them.
const SERVICE = ['service', 'service_name', 'app_kubernetes_io_name', 'app.kubernetes.io/name', 'app']
const OWNER = ['team', 'owner', 'squad']
const WORKLOAD = ['deployment', 'workload', 'statefulset', 'daemonset', 'container']
const CLUSTER = ['cluster', 'cluster_name', 'kube_cluster_name', 'k8s_cluster_name']
const NAMESPACE = ['namespace', 'kube_namespace', 'exported_namespace']

// A name that an object of a cluster can have.
export const NAME_PATTERN = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/
// A name that a namespace can have.
export const NAMESPACE_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

type Labels = Readonly<Record<string, string>>

function firstOf(labels: Labels, keys: readonly string[]): string | null {
  return keys.map((key) => labels[key]).find((value) => value !== undefined && value !== '') ?? null
}

// The service that labels name, or null. A collection job is not taken for one: often it collects many.
export function serviceOf(labels: Labels): string | null {
  return firstOf(labels, SERVICE)
}

// The team that labels name, or null.
export function ownerOf(labels: Labels): string | null {
  return firstOf(labels, OWNER)
}

// Where something is, as far as its labels say; null where they do not.
export type Where = Readonly<{ cluster: string | null; ns: string | null; workload: string | null }>

// A label that is no name of an object names none.
function asName(text: string | null): string | null {
  return text !== null && NAME_PATTERN.test(text) ? text : null
}

// The place that labels name.
export function whereOf(labels: Labels): Where {
  return {
    cluster: firstOf(labels, CLUSTER),
    ns: asName(firstOf(labels, NAMESPACE)),
    workload: asName(firstOf(labels, WORKLOAD)),
  }
}

// The workload behind a pod: its owner, and for a replica set the deployment that named it.
export function workloadOf(
  owner: Readonly<{ kind: string; name: string }> | null,
  pod: string,
): Readonly<{ kind: string; name: string }> {
  if (owner === null) return { kind: 'Pod', name: pod }
  if (owner.kind !== 'ReplicaSet') return owner
  const deployment = /^(.+)-[a-z0-9]{5,10}$/.exec(owner.name)?.[1]
  return deployment === undefined ? owner : { kind: 'Deployment', name: deployment }
}
