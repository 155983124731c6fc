import type { Cluster } from './cluster.ts'

const INC = 'namespaces/inc'
const POD = {
  metadata: { labels: { app: 'db' } },
  spec: { restartPolicy: 'Always', containers: [{ name: 'db', image: 'postgres:17.2' }] },
}
const SELECTOR = { matchLabels: { app: 'db' } }
const ONCE = { ...POD, spec: { ...POD.spec, restartPolicy: 'Never' } }

const SAMPLES: readonly (readonly [string, object])[] = [
  [
    `/apis/apps/v1/${INC}/deployments`,
    { metadata: { name: 'db' }, spec: { replicas: 2, selector: SELECTOR, template: POD } },
  ],
  [
    `/apis/apps/v1/${INC}/replicasets`,
    { metadata: { name: 'db' }, spec: { replicas: 1, selector: SELECTOR, template: POD } },
  ],
  [
    `/apis/apps/v1/${INC}/statefulsets`,
    { metadata: { name: 'db' }, spec: { serviceName: 'db', selector: SELECTOR, template: POD } },
  ],
  [
    `/apis/apps/v1/${INC}/daemonsets`,
    { metadata: { name: 'db' }, spec: { selector: SELECTOR, template: POD } },
  ],
  [`/apis/batch/v1/${INC}/jobs`, { metadata: { name: 'once' }, spec: { template: ONCE } }],
  [
    `/apis/batch/v1/${INC}/cronjobs`,
    {
      metadata: { name: 'nightly' },
      spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: ONCE } } },
    },
  ],
  [
    `/apis/autoscaling/v2/${INC}/horizontalpodautoscalers`,
    {
      metadata: { name: 'db' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'db' },
        maxReplicas: 4,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
          },
        ],
      },
    },
  ],
  [
    `/apis/policy/v1/${INC}/poddisruptionbudgets`,
    { metadata: { name: 'db' }, spec: { minAvailable: 1, selector: SELECTOR } },
  ],
  [
    `/api/v1/${INC}/services`,
    {
      metadata: { name: 'db' },
      spec: { type: 'LoadBalancer', selector: { app: 'db' }, ports: [{ port: 5432 }] },
    },
  ],
  [
    `/apis/discovery.k8s.io/v1/${INC}/endpointslices`,
    {
      metadata: { name: 'db-1', labels: { 'kubernetes.io/service-name': 'db' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.0.7'], conditions: { ready: false } }],
      ports: [{ port: 5432 }],
    },
  ],
  [
    `/apis/networking.k8s.io/v1/${INC}/ingresses`,
    {
      metadata: { name: 'web' },
      spec: {
        tls: [{ hosts: ['shop.example.com'], secretName: 'hidden' }],
        rules: [
          {
            host: 'shop.example.com',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 'db', port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    },
  ],
  [
    `/apis/networking.k8s.io/v1/${INC}/networkpolicies`,
    { metadata: { name: 'deny' }, spec: { podSelector: {}, policyTypes: ['Ingress'] } },
  ],
  [
    `/api/v1/${INC}/persistentvolumeclaims`,
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
  [
    '/api/v1/persistentvolumes',
    {
      metadata: { name: 'pv-1' },
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/data' } },
    },
  ],
  ['/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: 'fast' }, provisioner: 'example.com/fast' }],
  [`/api/v1/${INC}/configmaps`, { metadata: { name: 'app' }, data: { level: 'info' } }],
  [`/api/v1/${INC}/serviceaccounts`, { metadata: { name: 'web' } }],
  [`/api/v1/${INC}/resourcequotas`, { metadata: { name: 'team' }, spec: { hard: { pods: '10' } } }],
  ['/api/v1/nodes', { metadata: { name: 'node-1' } }],
  [
    `/api/v1/${INC}/events`,
    {
      metadata: { name: 'e1' },
      involvedObject: { kind: 'Pod', namespace: 'inc', name: 'oom' },
      type: 'Warning',
      reason: 'BackOff',
      message: 'Back-off restarting failed container',
      count: 3,
      lastTimestamp: new Date().toISOString(),
    },
  ],
  [
    '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
    {
      metadata: { name: 'policy' },
      webhooks: [
        {
          name: 'policy.example.com',
          failurePolicy: 'Ignore',
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          clientConfig: { url: 'https://policy.example.com/check' },
          rules: [
            {
              operations: ['CREATE'],
              apiGroups: ['example.com'],
              apiVersions: ['v1'],
              resources: ['things'],
            },
          ],
        },
      ],
    },
  ],
]

/** Makes one object of each kind that the operations read. */
export async function makeSamples(cluster: Cluster): Promise<void> {
  for (const [path, body] of SAMPLES) await cluster.make('POST', path, body)
}

const HOUR_MS = 3_600_000

/** Arguments with which each operation finds those objects. */
export function toInput(operation: string): object {
  const window = {
    from: new Date(Date.now() - HOUR_MS).toISOString(),
    to: new Date(Date.now() + HOUR_MS).toISOString(),
  }
  const named: Readonly<Record<string, object>> = {
    'k8s.configmaps.get': { namespace: 'inc', name: 'app' },
    'k8s.deployments.get': { namespace: 'inc', name: 'db' },
    'k8s.endpoints.list': { namespace: 'inc' },
    'k8s.events.list': window,
    'k8s.lineage.get': { namespace: 'inc', kind: 'Deployment', name: 'db' },
    'k8s.nodes.get': { name: 'node-1' },
    'k8s.pods.get': { namespace: 'inc', name: 'web' },
    'k8s.pods.logs': { namespace: 'inc', name: 'waiting', ...window },
    'k8s.pods.logs_search': { namespace: 'inc', label_selector: 'app=none', match: 'x', ...window },
    'k8s.rbac.can_i': { verb: 'list', resource: 'secrets' },
    'k8s.resources.get': { api_version: 'apps/v1', kind: 'Deployment', namespace: 'inc', name: 'db' },
    'k8s.resources.list': { api_version: 'batch/v1', kind: 'Job' },
    'k8s.rollouts.history': { namespace: 'inc', name: 'db' },
  }
  return named[operation] ?? {}
}
