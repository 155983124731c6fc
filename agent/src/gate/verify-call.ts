import type { Clock } from '@vedette/proto/clock'
import type { UnusableWhy } from '@vedette/proto/visibility'
import {
  CALL_EXPIRY_SECONDS,
  type Call,
  callSchema,
  parseSubjectToken,
  SKEW_TOLERANCE_MS,
} from '@vedette/proto/wire'
import type { NonceMemory } from './nonces.ts'
import { isSignedBy, type KeyRing } from './signature.ts'

// Why a message is dropped without a reply: nothing in it can be believed, or it was answered already.
export type DropReason = 'bad_signature' | 'malformed' | 'wrong_audience' | 'replayed'

export type Verdict =
  | Readonly<{ kind: 'accepted'; call: Call }>
  // Signed for us and still not to be run: the caller is told why.
  | Readonly<{ kind: 'unusable'; call: Call; why: UnusableWhy; skew_ms?: number }>
  | Readonly<{ kind: 'dropped'; reason: DropReason }>

export type Verification = Readonly<{
  clock: Clock
  keys: KeyRing
  nonces: NonceMemory
  agent: string
  incarnation: string
  // Hash of the policy that is enforced now.
  policyHash: string
}>

// Judges the exact bytes of a call: signature first, then audience, time, nonce and policy. Executes nothing.
export function verifyCall(bytes: Uint8Array, header: string, facts: Verification): Verdict {
  if (!isSignedBy(facts.keys, bytes, header)) return { kind: 'dropped', reason: 'bad_signature' }
  const call = parseCall(bytes)
  if (call === null) return { kind: 'dropped', reason: 'malformed' }
  if (call.agent !== facts.agent) return { kind: 'dropped', reason: 'wrong_audience' }
  if (call.incarnation !== facts.incarnation) return { kind: 'unusable', call, why: 'bad_signature' }
  const skew = measureSkew(call, facts.clock.now())
  if (skew !== null) return { kind: 'unusable', call, why: 'clock_skew', skew_ms: skew }
  if (!facts.nonces.claim(call.nonce, call.expires_at + SKEW_TOLERANCE_MS))
    return { kind: 'dropped', reason: 'replayed' }
  if (call.policy_hash !== facts.policyHash) return { kind: 'unusable', call, why: 'policy_mismatch' }
  return { kind: 'accepted', call }
}

function parseCall(bytes: Uint8Array): Call | null {
  try {
    const parsed = callSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
    // Both become part of the reply's subject.
    parseSubjectToken(parsed.replica)
    parseSubjectToken(parsed.call)
    return parsed
  } catch {
    return null
  }
}

// Our clock minus the caller's when the call is outside its life and the tolerance, else null.
function measureSkew(call: Call, now: number): number | null {
  const tooLong = call.expires_at - call.issued_at > CALL_EXPIRY_SECONDS * 1000
  const early = call.issued_at - now > SKEW_TOLERANCE_MS
  const late = now - call.expires_at > SKEW_TOLERANCE_MS
  return tooLong || early || late ? Math.round(now - call.issued_at) : null
}
