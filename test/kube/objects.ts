import type { Cluster } from './cluster.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'

/** A pod of one container, as the API takes it. */
export function toPod(name: string, labels: Readonly<Record<string, string>> = {}): object {
  const container = { name: 'c', image: 'busybox:1.36', env: [{ name: 'PLAIN', value: 'plain-canary' }] }
  return { metadata: { name, labels }, spec: { containers: [container] } }
}

/** The status of a container, as a kubelet would write it. */
export function toStatus(
  facts: Readonly<{ phase: string; state: object; last?: object; restarts?: number; ready?: boolean }>,
): object {
  const { phase, state, last = {}, restarts = 0, ready = false } = facts
  const status = ready ? 'True' : 'False'
  return {
    status: {
      phase,
      conditions: [
        { type: 'PodScheduled', status: 'True' },
        { type: 'Ready', status },
      ],
      containerStatuses: [
        {
          name: 'c',
          image: 'busybox:1.36',
          imageID: '',
          ready,
          restartCount: restarts,
          state,
          lastState: last,
        },
      ],
    },
  }
}

/** Binds rules to a user, everywhere or in one namespace. */
export async function bind(
  cluster: Cluster,
  facts: Readonly<{ user: string; name: string; rules: readonly object[]; namespace?: string }>,
): Promise<void> {
  const { user, name, rules, namespace } = facts
  const kind = namespace === undefined ? 'ClusterRole' : 'Role'
  const root = namespace === undefined ? RBAC : `${RBAC}/namespaces/${namespace}`
  const plural = namespace === undefined ? ['clusterroles', 'clusterrolebindings'] : ['roles', 'rolebindings']
  const metadata = { name }
  await cluster.make('POST', `${root}/${plural[0]}`, { metadata, rules })
  await cluster.make('POST', `${root}/${plural[1]}`, {
    metadata,
    subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { kind, name, apiGroup: 'rbac.authorization.k8s.io' },
  })
}

/** Makes a namespace. */
export async function makeNamespace(cluster: Cluster, name: string): Promise<void> {
  await cluster.make('POST', '/api/v1/namespaces', { metadata: { name } })
}
