import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parseSignature, type SigningKey } from '@vedette/proto/wire'

export type KeyRing = ReadonlyMap<string, KeyObject>

// The control plane's keys, ready to verify with; a key that is none is left out.
export function createKeyRing(keys: readonly SigningKey[]): KeyRing {
  return new Map(
    keys.flatMap(({ kid, public_key }) => {
      const key = toKey(public_key)
      return key === null ? [] : [[kid, key] as const]
    }),
  )
}

function toKey(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  } catch {
    return null
  }
}

// True when the header is a known key's signature over exactly these bytes.
export function isSignedBy(ring: KeyRing, bytes: Uint8Array, header: string): boolean {
  const signature = parseSignature(header)
  const key = signature === null ? undefined : ring.get(signature.kid)
  if (signature === null || key === undefined) return false
  return verify(null, bytes, key, Buffer.from(signature.signature, 'base64url'))
}
