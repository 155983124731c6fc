import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { formatSignature, type SigningKey } from '@vedette/proto/wire'
import type { CallKey, Operator } from './types.ts'

// Signs the exact bytes of a call or policy and gives the header's value.
export type SignBytes = (bytes: Uint8Array) => string

// How many keys an agent is told of at most: the one that signs and the last retired ones.
const KEPT = 4

// A new Ed25519 key; `now` in epoch milliseconds.
export function createCallKey(now: number): CallKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  // The last 32 bytes of the SPKI encoding are the raw key.
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  return {
    kid: `ck_${randomBytes(6).toString('hex')}`,
    public_key: raw.toString('base64url'),
    private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url'),
    created_at: new Date(now).toISOString(),
    retired_at: null,
  }
}

// Adds a new key beside the present one; agents learn it with their next renewal, so it signs only once promoted.
export function addCallKey(operator: Operator, now: number): Operator {
  return { ...operator, call_keys: [...operator.call_keys, createCallKey(now)].slice(-KEPT) }
}

// Retires every key but the newest: from now on that one signs. Call it a renewal period after addCallKey.
export function promoteCallKey(operator: Operator, now: number): Operator {
  const newest = operator.call_keys.at(-1)
  const at = new Date(now).toISOString()
  const retire = (key: CallKey) => (key === newest ? key : { ...key, retired_at: key.retired_at ?? at })
  return { ...operator, call_keys: operator.call_keys.map(retire) }
}

// The public halves that agents verify with, retired ones included while they are kept.
export function toSigningKeys(operator: Operator): readonly SigningKey[] {
  return operator.call_keys.map(({ kid, public_key }) => ({ kid, public_key }))
}

// Signs with the oldest key that is not retired: the one every agent knows. Throws RangeError when there is none.
export function createSigner(operator: Operator): SignBytes {
  const active = operator.call_keys.find((key) => key.retired_at === null)
  if (active === undefined) throw new RangeError('the operator file has no active call key: add one')
  const key = toPrivateKey(active)
  return (bytes) =>
    formatSignature({ kid: active.kid, signature: sign(null, bytes, key).toString('base64url') })
}

function toPrivateKey(key: CallKey): KeyObject {
  return createPrivateKey({ key: Buffer.from(key.private_key, 'base64url'), format: 'der', type: 'pkcs8' })
}
