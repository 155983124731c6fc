// A kind as the API serves it; `versions` in the order of preference, older servers may lack the first.
export type Resource = Readonly<{
  group: string
  versions: readonly [string, ...string[]]
  plural: string
  namespaced: boolean
}>

function namespaced(group: string, plural: string, ...versions: readonly [string, ...string[]]): Resource {
  return Object.freeze({ group, versions, plural, namespaced: true })
}

function clusterWide(group: string, plural: string, ...versions: readonly [string, ...string[]]): Resource {
  return Object.freeze({ group, versions, plural, namespaced: false })
}

const ADMISSION = 'admissionregistration.k8s.io'
const RBAC = 'rbac.authorization.k8s.io'

// Every kind that a typed operation reads. Secrets are not among them.
export const RESOURCES = Object.freeze({
  apiservices: clusterWide('apiregistration.k8s.io', 'apiservices', 'v1'),
  certificates: namespaced('cert-manager.io', 'certificates', 'v1'),
  clusterroles: clusterWide(RBAC, 'clusterroles', 'v1'),
  clusterrolebindings: clusterWide(RBAC, 'clusterrolebindings', 'v1'),
  configmaps: namespaced('', 'configmaps', 'v1'),
  controllerrevisions: namespaced('apps', 'controllerrevisions', 'v1'),
  crds: clusterWide('apiextensions.k8s.io', 'customresourcedefinitions', 'v1'),
  cronjobs: namespaced('batch', 'cronjobs', 'v1', 'v1beta1'),
  daemonsets: namespaced('apps', 'daemonsets', 'v1'),
  deployments: namespaced('apps', 'deployments', 'v1'),
  endpointslices: namespaced('discovery.k8s.io', 'endpointslices', 'v1', 'v1beta1'),
  events: namespaced('', 'events', 'v1'),
  gateways: namespaced('gateway.networking.k8s.io', 'gateways', 'v1', 'v1beta1'),
  hpas: namespaced('autoscaling', 'horizontalpodautoscalers', 'v2', 'v2beta2'),
  ingresses: namespaced('networking.k8s.io', 'ingresses', 'v1', 'v1beta1'),
  jobs: namespaced('batch', 'jobs', 'v1'),
  mutating: clusterWide(ADMISSION, 'mutatingwebhookconfigurations', 'v1'),
  namespaces: clusterWide('', 'namespaces', 'v1'),
  networkpolicies: namespaced('networking.k8s.io', 'networkpolicies', 'v1'),
  nodemetrics: clusterWide('metrics.k8s.io', 'nodes', 'v1beta1'),
  nodes: clusterWide('', 'nodes', 'v1'),
  pdbs: namespaced('policy', 'poddisruptionbudgets', 'v1', 'v1beta1'),
  podmetrics: namespaced('metrics.k8s.io', 'pods', 'v1beta1'),
  pods: namespaced('', 'pods', 'v1'),
  pvcs: namespaced('', 'persistentvolumeclaims', 'v1'),
  pvs: clusterWide('', 'persistentvolumes', 'v1'),
  quotas: namespaced('', 'resourcequotas', 'v1'),
  replicasets: namespaced('apps', 'replicasets', 'v1'),
  rolebindings: namespaced(RBAC, 'rolebindings', 'v1'),
  roles: namespaced(RBAC, 'roles', 'v1'),
  scaledobjects: namespaced('keda.sh', 'scaledobjects', 'v1alpha1'),
  serviceaccounts: namespaced('', 'serviceaccounts', 'v1'),
  services: namespaced('', 'services', 'v1'),
  statefulsets: namespaced('apps', 'statefulsets', 'v1'),
  storageclasses: clusterWide('storage.k8s.io', 'storageclasses', 'v1'),
  validating: clusterWide(ADMISSION, 'validatingwebhookconfigurations', 'v1'),
})

// The path of a kind, or of one object of it.
export function toPath(
  resource: Resource,
  version: string,
  place: Readonly<{ namespace?: string | undefined; name?: string; sub?: string }>,
): readonly string[] {
  const root = resource.group === '' ? ['api', version] : ['apis', resource.group, version]
  const within = place.namespace === undefined ? [] : ['namespaces', place.namespace]
  const object = place.name === undefined ? [] : [place.name, ...(place.sub === undefined ? [] : [place.sub])]
  return [...root, ...within, resource.plural, ...object]
}

// A kind as rules name it: `pods`, `deployments.apps`.
export function toResourceName(resource: Resource): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`
}
