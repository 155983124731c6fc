// The signature header: which key signed, and its Ed25519 signature over the exact payload bytes, in base64url.
export type Signature = Readonly<{ kid: string; signature: string }>

const SHAPE = /^([A-Za-z0-9_-]{1,64}):([A-Za-z0-9_-]{86})$/

// `<kid>:<signature>` as it stands in SIGNATURE_HEADER; throws TypeError when a half has not that shape.
export function formatSignature(signature: Signature): string {
  const text = `${signature.kid}:${signature.signature}`
  if (!SHAPE.test(text)) throw new TypeError('a signature is a key id and 64 bytes in base64url')
  return text
}

// The two halves of a signature header, or null when it has not that shape.
export function parseSignature(header: string): Signature | null {
  const match = SHAPE.exec(header)
  return match?.[1] === undefined || match[2] === undefined ? null : { kid: match[1], signature: match[2] }
}
