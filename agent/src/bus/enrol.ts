import type { KeyPair } from '@nats-io/nkeys'
import type { Clock } from '@vedette/proto/clock'
import {
  ENROLL_SUBJECT,
  type EnrollRequest,
  enrollReplySchema,
  type Identity,
  parseSubjectToken,
  toRenewalText,
} from '@vedette/proto/wire'
import { connectLobby, type Servers } from './connection.ts'
import type { Enrolled } from './identity-store.ts'

export type RefusalCode =
  | 'token_unknown'
  | 'token_used'
  | 'token_expired'
  | 'revoked'
  | 'bad_proof'
  | 'malformed'
  | 'cluster_unknown'
  | 'issuer_away'

// How asking went: `away` means nobody answered (yet), `lobby_refused` that the lobby credential is not valid.
export type EnrolResult =
  | Readonly<{ kind: 'enrolled'; enrolled: Enrolled }>
  | Readonly<{ kind: 'refused'; code: RefusalCode }>
  | Readonly<{ kind: 'away' | 'lobby_refused' }>

export type Applicant = Readonly<{ name: string; version: string; identity: Identity }>

const ASK_MS = 10_000

// The request of an agent that has no id yet.
export function toJoinRequest(key: KeyPair, applicant: Applicant, joinToken: string): EnrollRequest {
  const { name, version, identity } = applicant
  const public_key = key.getPublicKey()
  return {
    type: 'vedette.v1.enroll',
    proof: 'join_token',
    join_token: joinToken,
    public_key,
    identity,
    name,
    version,
  }
}

// The request of a pod, with or without an id yet: its ServiceAccount token says who it is.
export function toClusterRequest(key: KeyPair, version: string, token: string): EnrollRequest {
  const public_key = key.getPublicKey()
  return { type: 'vedette.v1.enroll', proof: 'kubernetes', token, public_key, version }
}

// The request of a known agent for a new JWT, signed by its own key.
export function toRenewalRequest(key: KeyPair, agent: string, clock: Clock): EnrollRequest {
  const at = clock.now()
  const bytes = key.sign(new TextEncoder().encode(toRenewalText(agent, at)))
  const signature = Buffer.from(bytes).toString('base64url')
  return { type: 'vedette.v1.enroll', proof: 'renewal', agent, public_key: key.getPublicKey(), signature, at }
}

// Asks through the lobby, over a connection of its own; never rejects.
export async function askLobby(
  servers: Servers,
  creds: string,
  request: EnrollRequest,
): Promise<EnrolResult> {
  const lobby = await connectLobby(servers, creds)
  if (lobby.kind !== 'connected') return { kind: lobby.kind === 'unauthorized' ? 'lobby_refused' : 'away' }
  try {
    const reply = await lobby.connection.request(ENROLL_SUBJECT, JSON.stringify(request), { timeout: ASK_MS })
    return toResult(reply.json())
  } catch {
    return { kind: 'away' }
  } finally {
    await lobby.connection.close()
  }
}

function toResult(reply: unknown): EnrolResult {
  const parsed = enrollReplySchema.parse(reply)
  if (parsed.outcome === 'refused') return { kind: 'refused', code: parsed.error.code }
  const { agent, organisation, jwt, tick_ms, signing_keys, identity } = parsed
  const proven = identity === undefined ? {} : { identity }
  return {
    kind: 'enrolled',
    enrolled: { agent: parseSubjectToken(agent), organisation, jwt, tick_ms, signing_keys, ...proven },
  }
}
