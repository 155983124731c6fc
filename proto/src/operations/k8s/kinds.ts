// The noun of the typed operations that show a kind's objects, by kind in lower case.
const NOUNS: Readonly<Record<string, string>> = Object.freeze({
  apiservice: 'apiservices',
  certificate: 'certificates',
  clusterrole: 'rbac',
  clusterrolebinding: 'rbac',
  configmap: 'configmaps',
  controllerrevision: 'rollouts',
  cronjob: 'cronjobs',
  customresourcedefinition: 'crds',
  daemonset: 'daemonsets',
  deployment: 'deployments',
  endpoints: 'endpoints',
  endpointslice: 'endpoints',
  event: 'events',
  gateway: 'gateways',
  horizontalpodautoscaler: 'hpas',
  ingress: 'ingresses',
  job: 'jobs',
  mutatingwebhookconfiguration: 'webhooks',
  namespace: 'namespaces',
  networkpolicy: 'network_policies',
  node: 'nodes',
  nodemetrics: 'nodes',
  persistentvolume: 'pvs',
  persistentvolumeclaim: 'pvcs',
  pod: 'pods',
  poddisruptionbudget: 'pdbs',
  podmetrics: 'pods',
  replicaset: 'replicasets',
  resourcequota: 'resource_quotas',
  role: 'rbac',
  rolebinding: 'rbac',
  scaledobject: 'scaledobjects',
  service: 'services',
  serviceaccount: 'service_accounts',
  statefulset: 'statefulsets',
  storageclass: 'storage_classes',
  validatingwebhookconfiguration: 'webhooks',
})

// Typed operations that do not end in the verb of the generic one.
const OTHERS: Readonly<Record<string, string>> = Object.freeze({
  controllerrevision: 'k8s.rollouts.history',
  nodemetrics: 'k8s.nodes.top',
  podmetrics: 'k8s.pods.top',
})
// Nouns that have a `get` of their own.
const GETTABLE: ReadonlySet<string> = new Set(['configmaps', 'deployments', 'nodes', 'pods'])

// The typed operation that a generic one (`k8s.resources.get`, `.list`) stands for when it reads this kind: policy on
// the one holds for the other. Undefined when no typed operation shows the kind.
export function toTypedOperation(generic: string, kind: string): string | undefined {
  const key = kind.toLowerCase()
  const noun = Object.hasOwn(NOUNS, key) ? NOUNS[key] : undefined
  if (noun === undefined) return undefined
  if (Object.hasOwn(OTHERS, key)) return OTHERS[key]
  return generic.endsWith('.get') && GETTABLE.has(noun) ? `k8s.${noun}.get` : `k8s.${noun}.list`
}
