import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { namespaceFilter } from './shapes.ts'

// What runs of a service mesh, and which proxies are not up to date with it.
export const k8sMeshStatus = defineOperation({
  id: 'k8s.mesh.status',
  title: 'Service mesh',
  describe:
    'Gives the state of a service mesh: control plane, versions, proxies that are stale or not connected, namespaces in the mesh and mutual TLS.',
  when: ['istio status', 'sidecar out of sync', 'proxy not connected', 'is mtls on', 'mesh version'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceFilter(),
    problem_only: whether('Only proxies that are stale, not connected or of another version'),
    limit: limit(100, 2000),
  }),
  output: z.object({
    mesh: z.enum(['istio', 'cilium', 'linkerd', 'other', 'none']),
    control_plane: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        version: maybe.text,
        ready: maybe.number,
        replicas: maybe.number,
        revision: maybe.text,
      }),
    ),
    proxies: z.array(
      z.object({
        namespace: z.string(),
        pod: z.string(),
        version: maybe.text,
        state: z.enum(['synced', 'stale', 'not_sent', 'not_connected', 'unknown']),
        stale_parts: maybe.texts,
      }),
    ),
    namespaces: z.array(
      z.object({
        namespace: z.string(),
        injected: maybe.flag,
        mode: maybe.text,
        mutual_tls: z.enum(['strict', 'permissive', 'disabled', 'unset', 'unknown']),
      }),
    ),
    pods_without_proxy: maybe.number,
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    istio: [
      'list pods',
      'list namespaces',
      'list peerauthentications.security.istio.io',
      'list deployments.apps',
      'get /debug/syncz of the control plane',
    ],
  },
  proof: 'the control plane answered for all of its replicas and the pods of the namespaces were read whole',
  since: '0.1.0',
})
