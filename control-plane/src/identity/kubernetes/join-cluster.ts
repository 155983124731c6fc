import type { Clock } from '@vedette/proto/clock'
import type { EnrollRequest, Identity } from '@vedette/proto/wire'
import type { ClusterRow, Store } from '../../store/types.ts'
import { AGENT_JWT_TTL_MS } from '../agent-jwt.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import { verifyToken } from './verify-token.ts'

export type ClusterJoin = Readonly<{
  store: Pick<Store, 'clusters' | 'enrolments'>
  clock: Clock
  keysOf: IssuerKeys
}>

export type Joined =
  | Readonly<{ kind: 'joined'; agent: string; identity: Identity }>
  | Readonly<{ kind: 'refused'; code: 'bad_proof' | 'cluster_unknown' | 'issuer_away' | 'revoked' }>

// Keys of ended pods are forgotten once no JWT of theirs can live any more.
const FORGET_MS = 2 * AGENT_JWT_TTL_MS

// The proven identity of a registered cluster's agent: the cluster's alias and the ServiceAccount.
export function toClusterIdentity(
  cluster: Pick<ClusterRow, 'alias' | 'namespace' | 'serviceaccount'>,
): Identity {
  return { kind: 'kubernetes', id: `${cluster.alias}/${cluster.namespace}/${cluster.serviceaccount}` }
}

// Lets a pod in by its ServiceAccount token: each new key of the same proven identity is one more key of the agent
// that waits for it, and a known key is renewed.
export async function joinCluster(
  { store, clock, keysOf }: ClusterJoin,
  organisation: string,
  request: Extract<EnrollRequest, { proof: 'kubernetes' }>,
): Promise<Joined> {
  const now = clock.now()
  const clusters = await store.clusters.list(organisation)
  const proof = await verifyToken(request.token, { clusters, keysOf, clock })
  if (proof.kind === 'refused') return proof
  const { agent, alias, labels } = proof.cluster
  const identity = toClusterIdentity(proof.cluster)
  const { public_key } = request
  const rows = await store.enrolments.list(organisation)
  const taken = rows.find((row) => row.public_key === public_key)
  if (taken !== undefined && taken.agent !== agent) return { kind: 'refused', code: 'bad_proof' }
  if (taken !== undefined) {
    const isRenewed = await store.enrolments.renew(organisation, agent, public_key, now)
    return isRenewed ? { kind: 'joined', agent, identity } : { kind: 'refused', code: 'revoked' }
  }
  const known = { identity_kind: identity.kind, identity_id: identity.id, name: alias, labels }
  await store.enrolments.add({ agent, organisation, public_key, ...known }, now)
  await store.enrolments.forget(organisation, agent, now - FORGET_MS)
  return { kind: 'joined', agent, identity }
}
