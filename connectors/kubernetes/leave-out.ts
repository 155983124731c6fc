import type { CallContext, Served } from '@vedette/proto/connector'
import type { KubernetesClient } from './client.ts'
import { type Json, textAt } from './objects.ts'
import { RESOURCES, type Resource } from './resources.ts'

// Lists whose every row comes of one namespace and of nothing else. Lists of objects without a namespace are not among
// them: a volume names the claim that holds it, a binding its subjects.
const LEAVE_OUT: ReadonlySet<string> = new Set([
  'k8s.certificates.list',
  'k8s.configmaps.list',
  'k8s.cronjobs.list',
  'k8s.daemonsets.list',
  'k8s.deployments.list',
  'k8s.events.list',
  'k8s.gateways.list',
  'k8s.hpas.list',
  'k8s.images.list',
  'k8s.ingresses.list',
  'k8s.jobs.list',
  'k8s.namespaces.list',
  'k8s.network_policies.list',
  'k8s.pdbs.list',
  'k8s.pods.list',
  'k8s.pods.top',
  'k8s.pvcs.list',
  'k8s.replicasets.list',
  'k8s.resource_quotas.list',
  'k8s.scaledobjects.list',
  'k8s.service_accounts.list',
  'k8s.services.list',
  'k8s.statefulsets.list',
])

// The operation, declaring that it leaves denied namespaces out where it does.
export function declareLeavesOut(served: Served<KubernetesClient>): Served<KubernetesClient> {
  return LEAVE_OUT.has(served.operation.id) ? { ...served, leavesOutNamespaces: true } : served
}

// Tells whether policy takes an object out: it is of a denied namespace, is that namespace, or is an event about an
// object of it.
export function isLeftOut(object: Json, resource: Resource, context: CallContext): boolean {
  const { isNamespaceDenied } = context
  if (isNamespaceDenied === undefined) return false
  const paths =
    resource === RESOURCES.namespaces ? ['metadata.name'] : ['metadata.namespace', 'involvedObject.namespace']
  return paths.some((path) => {
    const namespace = textAt(object, path)
    return namespace !== null && isNamespaceDenied(namespace)
  })
}
