import type { Clock } from '@vedette/proto/clock'
import { KUBERNETES_AUDIENCE } from '@vedette/proto/wire'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import type { ClusterRow } from '../../store/types.ts'
import { type IssuerKeys, parseKeySet } from './issuer-keys.ts'

// What a ServiceAccount token proved: the registered cluster, and the pod that it was made for.
export type Proof =
  | Readonly<{ kind: 'proven'; cluster: ClusterRow; pod: Readonly<{ name: string; uid: string }> }>
  | Readonly<{ kind: 'refused'; code: 'bad_proof' | 'cluster_unknown' | 'issuer_away' }>

// Tokens of Kubernetes are signed with one of these; a shared secret or none at all is never believed.
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA']
// Clocks of a cluster and ours may differ by this many seconds.
const TOLERANCE_S = 60

const text = z.string().min(1).max(256)
const claimsSchema = z.object({
  sub: text,
  exp: z.number(),
  'kubernetes.io': z.object({
    namespace: text,
    serviceaccount: z.object({ name: text, uid: text }),
    pod: z.object({ name: text, uid: text }),
  }),
})

// Checks a projected ServiceAccount token against the clusters of one organisation: signature by the uploaded keys or
// the issuer's, `iss`, `aud`, `exp`, `nbf`, and that namespace, ServiceAccount and pod are those of its claims. Never
// throws; an issuer that cannot be read is not a false proof.
export async function verifyToken(
  token: string,
  facts: Readonly<{ clusters: readonly ClusterRow[]; keysOf: IssuerKeys; clock: Clock }>,
): Promise<Proof> {
  const seen = peek(token)
  if (seen === null) return { kind: 'refused', code: 'bad_proof' }
  const candidates = facts.clusters.filter((cluster) => cluster.issuer === seen.issuer)
  if (candidates.length === 0) return { kind: 'refused', code: 'cluster_unknown' }
  let isAway = false
  // Clusters with uploaded keys often share one issuer name, and one cluster may hold several agents.
  for (const cluster of candidates) {
    const keys = await keysFor(cluster, { kid: seen.kid, keysOf: facts.keysOf })
    if (keys === null) isAway = true
    const claims = keys === null ? null : await verify(token, { cluster, keys, clock: facts.clock })
    if (claims !== null && isOf(claims, cluster))
      return { kind: 'proven', cluster, pod: claims['kubernetes.io'].pod }
  }
  return { kind: 'refused', code: isAway ? 'issuer_away' : 'bad_proof' }
}

// What the token says of itself before anything of it is believed.
function peek(token: string): Readonly<{ issuer: string; kid: string | null }> | null {
  try {
    const { kid } = decodeProtectedHeader(token)
    const { iss } = decodeJwt(token)
    return typeof iss === 'string' ? { issuer: iss, kid: typeof kid === 'string' ? kid : null } : null
  } catch {
    return null
  }
}

function keysFor(
  { issuer, ca, jwks }: ClusterRow,
  { kid, keysOf }: Readonly<{ kid: string | null; keysOf: IssuerKeys }>,
): Promise<JSONWebKeySet | null> {
  return jwks === null ? keysOf({ issuer, ca }, kid) : Promise.resolve(parseKeySet(jwks))
}

type Claims = z.infer<typeof claimsSchema>

async function verify(
  token: string,
  { cluster, keys, clock }: Readonly<{ cluster: ClusterRow; keys: JSONWebKeySet; clock: Clock }>,
): Promise<Claims | null> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: cluster.issuer,
      audience: KUBERNETES_AUDIENCE,
      algorithms: ALGORITHMS,
      clockTolerance: TOLERANCE_S,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'iss', 'aud', 'sub'],
    })
    const parsed = claimsSchema.safeParse(payload)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

function isOf(claims: Claims, { namespace, serviceaccount }: ClusterRow): boolean {
  const said = claims['kubernetes.io']
  return (
    said.namespace === namespace &&
    said.serviceaccount.name === serviceaccount &&
    claims.sub === `system:serviceaccount:${namespace}:${serviceaccount}`
  )
}
