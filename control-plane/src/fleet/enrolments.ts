import { toClusterIdentity } from '../identity/index.ts'
import type { ClusterRow, EnrolmentRow } from '../store/types.ts'
import type { AgentEnrolment } from './state.ts'

// One entry per agent that still has a key in force, from the store's rows (oldest first), and one for each cluster
// registered ahead, whether its agent ever came or not: what never came up has a name all the same.
export function foldEnrolments(
  rows: readonly EnrolmentRow[],
  clusters: readonly ClusterRow[] = [],
): ReadonlyMap<string, AgentEnrolment> {
  const agents = new Map<string, AgentEnrolment>()
  for (const row of rows) {
    const before = agents.get(row.agent)
    const revoked = row.revoked_at !== null
    agents.set(row.agent, {
      name: row.name,
      labels: row.labels,
      identity: { kind: row.identity_kind, id: row.identity_id },
      active: (before?.active ?? 0) + (revoked ? 0 : 1),
      revoked: (before?.revoked ?? 0) + (revoked ? 1 : 0),
      renewed_at: Math.max(before?.renewed_at ?? 0, Date.parse(row.renewed_at)),
    })
  }
  const registered = clusters.map(
    (cluster) => [cluster.agent, toEntry(cluster, agents.get(cluster.agent))] as const,
  )
  return new Map([...[...agents].filter(([, one]) => one.active > 0), ...registered])
}

// The registration says what an agent is called and may prove; its keys, when it was heard of.
function toEntry(cluster: ClusterRow, keys: AgentEnrolment | undefined): AgentEnrolment {
  return {
    active: 0,
    revoked: 0,
    renewed_at: 0,
    ...keys,
    name: cluster.alias,
    labels: cluster.labels,
    identity: toClusterIdentity(cluster),
    registered_at: Date.parse(cluster.registered_at),
  }
}

// Tells whether nothing that matters changed.
export function isSameEnrolment(a: AgentEnrolment, b: AgentEnrolment): boolean {
  return (
    a.name === b.name &&
    a.active === b.active &&
    a.revoked === b.revoked &&
    JSON.stringify([a.labels, a.identity]) === JSON.stringify([b.labels, b.identity])
  )
}
