import type { Scope, Source } from '@vedette/proto/visibility'
import { isReadClass } from '@vedette/proto/visibility'

const MAX_NAME = 253

// A name as a fact keeps it: as it came, unless it is empty, too long or holds what nobody sees; then null.
export function toName(name: string | null | undefined): string | null {
  if (name === null || name === undefined || name === '' || name.length > MAX_NAME) return null
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u.test(name) ? null : name
}

// The workload behind a pod: its owner, and for a replica set the deployment that named it. Null: the pod stands alone.
export function toWorkload(owner: Readonly<{ kind: string; name: string }> | null): string | null {
  if (owner === null) return null
  const deployment = owner.kind === 'ReplicaSet' ? /^(.+)-[a-z0-9]{5,10}$/.exec(owner.name)?.[1] : undefined
  return toName(deployment === undefined ? `${owner.kind}/${owner.name}` : `Deployment/${deployment}`)
}

const WORKLOAD_LABELS: Readonly<Record<string, string>> = Object.freeze({
  deployment: 'Deployment',
  statefulset: 'StatefulSet',
  daemonset: 'DaemonSet',
  kube_deployment: 'Deployment',
  kube_stateful_set: 'StatefulSet',
  kube_daemon_set: 'DaemonSet',
})

// The workload that an alert's labels name, with its namespace; null where they name none.
export function toLabelled(
  labels: Readonly<Record<string, string>>,
): Readonly<{ workload: string; namespace: string | null }> | null {
  const found = Object.entries(WORKLOAD_LABELS).find(([label]) => labels[label] !== undefined)
  const workload = found === undefined ? null : toName(`${found[1]}/${labels[found[0]]}`)
  if (workload === null) return null
  return { workload, namespace: toName(labels['namespace'] ?? labels['kube_namespace']) }
}

// What all that was read of one instance has in common: the scope that a fact is true in.
export function toScope(sources: readonly Source[]): Scope {
  const [first, ...rest] = sources.filter((source) => isReadClass(source.state))
  return Object.fromEntries(
    Object.entries(first?.scope ?? {}).filter(([key, value]) =>
      rest.every((source) => source.scope[key] === value),
    ),
  )
}

// The oldest moment that what was read speaks of, epoch milliseconds; null where no source says it.
export function toSeenAt(sources: readonly Source[]): number | null {
  const times = sources
    .filter((source) => isReadClass(source.state))
    .map((source) => Date.parse(source.newest_at ?? source.as_of ?? ''))
  return times.length === 0 || times.some(Number.isNaN) ? null : Math.min(...times)
}
